import { availableParallelism } from 'node:os'

/** The tests that start the installed programs, as users do, or many others, or talk over real sockets: `npm run test:programs`. */
export const programTests = [
  'bad-input/**/*',
  'commands/**/*',
  'outputs/outputs',
  'sandbox/shell-command',
  'lib/cli/shell/help',
  'lib/cli/completion/{answer,leave}',
  'lib/kube/login/exec-plugin',
  'lib/host/{contract,agent-server,rescue/rescue-counts,run-editor,run-hook,run-program}',
  'lib/host/machine/*',
  'lib/kube/{connect,proxy}',
  '{ci-docs,ci-docs-scripts,demo,loads,sandbox-docs}',
].map((name) => `**/test/${name}.test.ts`)

/** The tests that take long: what they try is generated, every cut, random orders; or loops run for hours of virtual time: `npm run test:walks`. */
export const walkTests = [
  'contract/contract',
  'lib/kubelet-reference/json-schema/{rules,vectors}',
  'lib/agent/{clocks/clock-steps,schedules/{found,schedules}}',
  'lib/flows/agent/{install-cut,uninstall-{between,traces,unfinished}}',
  'lib/agent-world/{agent-calls,delete}',
  'lib/flows/agents/{clocks,read-statuses}',
  'lib/flows/documents/{first-documents,way-back}',
  'lib/loops/agent/{decider,growth,lost-journal}',
  'lib/loops/leader-election/lead',
  'lib/loops/reconcile/**/*',
  'lib/render/reports/formats/formats',
  'lib/host/power-cut/power-cuts',
  'lib/flows/sizes/{autoscale,autoscale-cut,clocks,cordon,keep-wish-cut,machine-limit,many-nodes,resize-time}',
  'lib/quantity/kubernetes',
  'lib/sizing/share',
  'lib/kubelet/check/{for-each,large,vectors}',
  'lib/flows/sizes/upgrade/upgrade-cut',
  'lib/simulated-host/ports/host',
  'lib/yaml/{read/limits,write/embedded-texts}',
  'lib/kubelet-changes/impact/admission',
  'outputs/schemas',
  'requests-sizes',
  'sandbox/core/{accounting,nonsense}',
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
