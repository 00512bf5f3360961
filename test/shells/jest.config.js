/** The tests that need bash, zsh, fish, dash and busybox, and the built commands: `npm run test:shells` builds and runs them. */
export default {
  rootDir: '../..',
  testEnvironment: '<rootDir>/test/support/environment.ts',
  testMatch: ['<rootDir>/test/shells/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
  testTimeout: 120_000,
}
