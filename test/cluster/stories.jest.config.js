import cluster from './jest.config.js'

/** The long stories of agents, of half an hour: `npm run test:stories` runs them in a cluster of their own. */
export default { ...cluster, testMatch: ['<rootDir>/test/cluster/stories/*.test.ts'], testPathIgnorePatterns: [] }
