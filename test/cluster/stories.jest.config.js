import cluster from './jest.config.js'

/** Agents and documents that hurt, for long: `npm run test:stories` runs them in a cluster of their own. */
export default {
  ...cluster,
  testMatch: ['<rootDir>/test/cluster/stories/{hurtful,failures}.test.ts'],
  testPathIgnorePatterns: [],
}
