import { availableParallelism } from 'node:os'

/** The tests that start the installed programs, as users do, or many others: `npm run test:programs`. */
export const programTests = [
  'bad-input/**/*',
  'commands/**/*',
  'outputs/outputs',
  'sandbox/shell-command',
  'lib/cli/shell/help',
  'lib/cli/completion/{answer,leave}',
  'lib/kube/login/exec-plugin',
  'lib/host/{rescue/rescue-counts,run-editor,run-hook,run-program}',
  '{ci-docs,ci-docs-scripts,demo,loads,sandbox-docs}',
].map((name) => `**/test/${name}.test.ts`)

/** The tests that take long because they generate what they try: every cut, random orders: `npm run test:walks`. */
export const walkTests = [
  'contract/contract',
  'lib/kubelet-reference/json-schema/{rules,vectors}',
  'lib/agent/{clocks/clock-steps,schedules/schedules}',
  'lib/flows/agent/install-cut',
  'lib/loops/{agent/growth,reconcile/schedules/schedules}',
  'lib/host/power-cut/power-cuts',
  'lib/flows/sizes/{autoscale-cut,keep-wish-cut,many-nodes}',
  'lib/kubelet/check/{for-each,large,vectors}',
  'lib/flows/sizes/upgrade/upgrade-cut',
  'sandbox/world/invariants',
].map((name) => `**/test/${name}.test.ts`)

/** All other tests that need no cluster, and neither root nor a program of their own: `npm test`. */
export default {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  // Some tests only wait.
  maxWorkers: availableParallelism() + 1,
  testSequencer: '<rootDir>/test/support/sequencer.js',
  testTimeout: 60_000,
  maxConcurrency: 10,
  testMatch: ['<rootDir>/test/**/*.test.ts', ...[...programTests, ...walkTests].map((pattern) => `!${pattern}`)],
  testPathIgnorePatterns: [
    '<rootDir>/test/cluster/',
    '<rootDir>/test/executable/',
    '<rootDir>/test/integrations/',
    '<rootDir>/test/shells/',
    '\\.machine\\.test\\.ts$',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
}
