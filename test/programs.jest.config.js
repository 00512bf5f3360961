import usual, { programTests } from '../jest.config.js'

/** The tests that start the programs as `npm install` brings them: `npm run test:programs`. */
export default {
  ...usual,
  rootDir: '..',
  globalSetup: '<rootDir>/test/support/installation.ts',
  globalTeardown: '<rootDir>/test/support/installation-removal.ts',
  testMatch: programTests,
}
