/** The tests that need a cluster: `npm run test:cluster` starts one and runs them in it. */
export default {
  rootDir: '../..',
  testEnvironment: '<rootDir>/test/support/environment.ts',
  globalSetup: '<rootDir>/test/support/installation.ts',
  globalTeardown: '<rootDir>/test/support/installation-removal.ts',
  testMatch: ['<rootDir>/test/cluster/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
  testTimeout: 240_000,
  maxWorkers: 1,
  testSequencer: '<rootDir>/test/cluster/lanes/sequencer.js',
  runner: '<rootDir>/test/cluster/lanes/runner.js',
}
