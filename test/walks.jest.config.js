import usual, { walkTests } from '../jest.config.js'

/** What takes seconds alone takes a minute beside the build of a cluster. */
export default { ...usual, rootDir: '..', testMatch: walkTests, testTimeout: 180_000 }
