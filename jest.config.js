import { availableParallelism } from 'node:os'

export default {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  // Some tests only wait.
  maxWorkers: availableParallelism() + 1,
  testSequencer: '<rootDir>/test/support/sequencer.js',
  globalSetup: '<rootDir>/test/support/installation.ts',
  globalTeardown: '<rootDir>/test/support/installation-removal.ts',
  testTimeout: 60_000,
  maxConcurrency: 10,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [
    '<rootDir>/test/cluster/',
    '<rootDir>/test/executable/',
    '<rootDir>/test/integrations/',
    '<rootDir>/test/shells/',
    '\\.machine\\.test\\.ts$',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
}
