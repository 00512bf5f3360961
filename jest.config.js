export default {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  maxWorkers: '100%',
  testTimeout: 20_000,
  maxConcurrency: 10,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/test/cluster/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
}
