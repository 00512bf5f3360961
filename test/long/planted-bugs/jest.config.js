import usual from '../../../jest.config.js'

/** Every test of a room of src/lib that needs no root, in whichever list of the tests it is. */
export default { ...usual, rootDir: '../../..', testMatch: ['<rootDir>/test/lib/**/*.test.ts'] }
