/** The tests that kill processes, mount file systems and write thousands of synced files, on Linux as root: `npm run test:machine`. */
export default {
  rootDir: '..',
  testEnvironment: '<rootDir>/test/support/environment.ts',
  testMatch: ['<rootDir>/test/lib/**/*.machine.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
  testTimeout: 120_000,
}
