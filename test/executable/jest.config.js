/** The tests of dist-exe and of the image, on Linux as root: `npm run test:exe` builds and runs them. */
export default {
  rootDir: '../..',
  testEnvironment: '<rootDir>/test/support/environment.ts',
  testMatch: ['<rootDir>/test/executable/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
  testTimeout: 180_000,
}
