import usual, { walkTests } from '../jest.config.js'

export default { ...usual, rootDir: '..', testMatch: walkTests }
