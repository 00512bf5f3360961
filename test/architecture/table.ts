import { pureSandboxRooms, sandboxRooms } from './sandbox-table.ts'

/**
 * Who may import whom, types included: a room may import itself, what is `everywhere`, and what its row lists: rooms,
 * `room/*` for a room with all below it, files, packages. `lazily`: only with import(), when it is needed. Top rooms first.
 */
export const allowed: Readonly<Record<string, { statically: readonly string[]; lazily?: readonly string[] }>> = {
  // The public interface of the npm package: it only re-exports.
  'lib/public.ts': { statically: ['lib/*'] },
  // The part of it for autoscalers, with their defaults.
  'lib/nodesize.ts': {
    statically: [
      'lib/cluster/*',
      'lib/connect',
      'lib/machine',
      'lib/nodes',
      'lib/pods',
      'lib/ports',
      'lib/quantity',
      'lib/sizes/*',
    ],
  },
  // The table of commands loads each when it runs.
  programs: { statically: ['lib/cli/shell'], lazily: ['commands'] },
  commands: {
    statically: [
      '@oclif/core',
      'lib/admission',
      'lib/agent/*',
      'lib/cli/*',
      'lib/cluster',
      'lib/completion',
      'lib/connect',
      'lib/fleet/*',
      'lib/kubelet/*',
      'lib/loop',
      'lib/machine',
      'lib/nodes',
      'lib/offline',
      'lib/output',
      'lib/ports',
      'lib/quantity',
      'lib/rollouts/*',
      'lib/sizes/*',
      'sandbox/interface',
    ],
    lazily: [
      'lib/host-check',
      // The command that runs against it.
      'sandbox/shell/run-command.ts',
      // The simulated cluster itself: only one command needs it.
      'sandbox/start.ts',
    ],
  },
  'lib/cli/shell': {
    statically: [
      '@oclif/core',
      'lib/agent/ports',
      'lib/cli/flags',
      'lib/cli/output',
      'lib/cli/terminal',
      'lib/cli/usage',
      'lib/cluster',
      'lib/connect',
      'lib/output',
      'lib/ports',
      'node:',
    ],
    lazily: ['lib/agent/host', 'lib/cli/completion'],
  },
  // Its parts load each other on demand, so that a tab waits only for the values that it is about.
  'lib/cli/completion': {
    statically: [
      'lib/cli/flags',
      'lib/cluster/login',
      'lib/completion',
      'lib/connect',
      'lib/kubelet/*',
      'lib/ports',
      'lib/quantity',
      'lib/sizes/plan',
      'node:',
    ],
  },
  'lib/cli/flags': {
    statically: [
      '@oclif/core',
      'lib/agent',
      'lib/api',
      'lib/cli/usage',
      'lib/documents',
      'lib/jsonpath',
      'lib/kubelet/changes',
      'lib/kubelet/model',
      'lib/nodes',
      'lib/pods',
      'lib/quantity',
      'lib/sizes/model',
      'lib/sizes/plan',
    ],
    lazily: ['lib/kubelet/check'],
  },
  'lib/cli/input': {
    statically: ['lib/cli/usage', 'lib/kubelet/merge', 'lib/machine', 'lib/offline', 'lib/yaml/read', 'node:'],
  },
  'lib/cli/usage': { statically: ['leven'] },
  // The YAML library is loaded only for -o yaml; its types are free.
  'lib/cli/output': { statically: ['yaml'] },
  'lib/cli/terminal': {
    statically: ['lib/documents', 'lib/fleet', 'lib/machine', 'lib/output', 'lib/ports'],
    lazily: ['chalk', 'inquirer'],
  },
  // Puts the agent of this machine together, and those of a simulated cluster.
  'lib/agent/run': {
    statically: [
      'lib/agent',
      'lib/agent/host',
      'lib/agent/install',
      'lib/agent/installation',
      'lib/agent/loop',
      'lib/agent/ports',
      'lib/agent/simulated',
      'lib/cluster/login',
      'lib/connect',
      'lib/kubelet/*',
      'lib/loop',
      'lib/machine',
      'lib/ports',
      'node:',
    ],
  },
  // Puts a connection together, from the ports of all features.
  'lib/connect': {
    statically: [
      'lib/agent/cluster',
      'lib/agent/ports',
      'lib/api',
      'lib/cluster/*',
      'lib/documents/cluster',
      'lib/documents/ports',
      'lib/machine',
      'lib/ports',
      'lib/rollouts/cluster',
      'lib/rollouts/ports',
      'lib/sizes/*',
      'node:',
    ],
  },
  'lib/fleet': {
    statically: [
      'lib/agent',
      'lib/agent/install',
      'lib/api',
      'lib/cluster',
      'lib/cluster/ports',
      'lib/documents',
      'lib/documents/ports',
      'lib/kubelet/*',
      'lib/nodes',
      'lib/offline',
      'lib/output',
      'lib/pods',
      'lib/ports',
      'lib/quantity',
      'lib/rollouts',
      'lib/rollouts/ports',
      'lib/sizes',
      'lib/sizes/ports',
      'lib/yaml/read',
      'p-map',
    ],
  },
  // Moves the rollouts of a cluster while it leads.
  'lib/fleet/controller': {
    statically: [
      'lib/cluster',
      'lib/cluster/ports',
      'lib/documents',
      'lib/fleet',
      'lib/loop',
      'lib/loop/events',
      'lib/metrics',
      'lib/ports',
      'lib/rollouts',
      'lib/rollouts/ports',
    ],
  },
  'lib/offline': {
    statically: [
      'lib/host-check',
      'lib/kubelet/*',
      'lib/output',
      'lib/ports',
      'lib/yaml/read',
      'lib/yaml/write',
      'p-map',
    ],
  },
  'lib/sizes': {
    statically: [
      'lib/agent',
      'lib/api',
      'lib/cluster',
      'lib/cluster/ports',
      'lib/kubelet/model',
      'lib/loop',
      'lib/loop/events',
      'lib/metrics',
      'lib/nodes',
      'lib/output',
      'lib/pods',
      'lib/ports',
      'lib/quantity',
      'lib/sizes/desired',
      'lib/sizes/file/format',
      'lib/sizes/manifests',
      'lib/sizes/model',
      'lib/sizes/plan',
      'lib/sizes/ports',
      'lib/yaml/read',
      'node:',
    ],
  },
  'lib/sizes/ports': {
    statically: ['lib/api', 'lib/cluster/ports', 'lib/pods', 'lib/ports', 'lib/sizes/desired', 'lib/sizes/plan'],
  },
  'lib/sizes/cluster': {
    statically: [
      'lib/api',
      'lib/cluster/http',
      'lib/cluster/ports',
      'lib/cluster/resources',
      'lib/cluster/watch',
      'lib/pods',
      'lib/ports',
      'lib/sizes/desired',
      'lib/sizes/plan',
      'lib/sizes/ports',
    ],
  },
  'lib/sizes/desired': {
    statically: ['lib/api', 'lib/pods', 'lib/quantity', 'lib/sizes/model', 'lib/sizes/plan', 'node:'],
  },
  'lib/sizes/plan': { statically: ['lib/api', 'lib/pods', 'lib/quantity', 'lib/sizes/model'] },
  'lib/sizes/manifests': {
    statically: ['lib/admission', 'lib/api', 'lib/loop/manifests', 'lib/metrics', 'lib/pods', 'lib/sizes/model'],
  },
  'lib/sizes/file/format': { statically: ['lib/api', 'lib/kubelet/model', 'lib/pods', 'lib/sizes/model'] },
  'lib/sizes/model': { statically: ['lib/api', 'lib/pods', 'lib/quantity'] },
  'lib/nodes': {
    statically: [
      'lib/api',
      'lib/cluster/ports',
      'lib/kubelet/changes',
      'lib/kubelet/model',
      'lib/ports',
      'lib/yaml/read',
    ],
  },
  // A machine, its kubelet and its cluster in memory, with a clock of their own, behind the ports of an agent.
  'lib/agent/simulated': {
    statically: [
      'lib/agent',
      'lib/agent/host',
      'lib/agent/ports',
      'lib/kubelet/*',
      'lib/ports',
      'lib/rollouts',
      'lib/yaml/read',
      'node:',
    ],
  },
  'lib/agent/install': {
    statically: [
      'lib/agent',
      'lib/agent/installation',
      'lib/agent/ports',
      'lib/documents',
      'lib/documents/ports',
      'lib/kubelet/*',
      'lib/output',
      'lib/ports',
      'lib/yaml/read',
    ],
  },
  'lib/agent/loop': {
    statically: [
      'lib/agent',
      'lib/agent/ports',
      'lib/cluster/ports',
      'lib/documents',
      'lib/documents/ports',
      'lib/kubelet/*',
      'lib/loop',
      'lib/ports',
      'lib/rollouts',
      'lib/rollouts/ports',
      'lib/yaml/read',
      'node:',
    ],
  },
  'lib/agent/host': {
    statically: [
      'lib/agent',
      'lib/agent/installation',
      'lib/agent/ports',
      'lib/cluster/login',
      'lib/cluster/ports',
      'lib/host-check',
      'lib/kubelet/*',
      'lib/machine',
      'lib/ports',
      'lib/yaml/read',
      'node:',
    ],
  },
  'lib/agent/cluster': {
    statically: [
      '@kubernetes/client-node',
      'lib/agent',
      'lib/agent/ports',
      'lib/api',
      'lib/cluster/http',
      'lib/cluster/resources',
      'lib/cluster/watch',
      'lib/kubelet/changes',
      'lib/ports',
    ],
  },
  'lib/agent/ports': {
    statically: ['lib/agent', 'lib/agent/installation', 'lib/kubelet/changes', 'lib/kubelet/model', 'lib/ports'],
  },
  // What the agents need in a cluster: ServiceAccounts, roles, policies, the DaemonSet, alerts.
  'lib/agent/manifests': {
    statically: ['lib/admission', 'lib/agent', 'lib/agent/installation', 'lib/api', 'lib/documents', 'lib/metrics'],
  },
  'lib/agent/installation': { statically: ['lib/kubelet/layout'] },
  'lib/agent': {
    statically: [
      'lib/api',
      'lib/documents',
      'lib/kubelet/*',
      'lib/loop/events',
      'lib/metrics',
      'lib/rollouts',
      'node:',
      'valibot',
    ],
  },
  // What a machine has, compared with what a document needs.
  'lib/host-check': { statically: ['lib/kubelet/*', 'lib/machine', 'lib/ports', 'lib/quantity', 'node:'] },
  'lib/documents/cluster': {
    statically: [
      '@kubernetes/client-node',
      'lib/api',
      'lib/cluster/http',
      'lib/cluster/resources',
      'lib/cluster/watch',
      'lib/documents',
      'lib/documents/ports',
      'lib/ports',
      'node:',
    ],
  },
  'lib/documents/ports': { statically: ['lib/cluster/ports', 'lib/documents', 'lib/ports'] },
  // How a document reaches nodes in waves.
  'lib/rollouts/cluster': {
    statically: [
      '@kubernetes/client-node',
      'lib/api',
      'lib/cluster/http',
      'lib/cluster/resources',
      'lib/cluster/watch',
      'lib/ports',
      'lib/rollouts',
      'lib/rollouts/ports',
    ],
    lazily: ['lib/cluster/protobuf'],
  },
  // What the controller needs in a cluster: roles, policy, Deployment, alerts.
  'lib/rollouts/manifests': {
    statically: ['lib/admission', 'lib/api', 'lib/loop/manifests', 'lib/metrics', 'lib/rollouts'],
  },
  // Asks the programs of checks.
  'lib/rollouts/http': { statically: ['lib/ports', 'lib/rollouts', 'lib/rollouts/ports', 'node:'] },
  // What a pod that tries a kubelet does.
  'lib/rollouts/in-pod': { statically: ['lib/ports', 'lib/rollouts', 'node:'] },
  'lib/rollouts/ports': { statically: ['lib/ports', 'lib/rollouts'] },
  'lib/rollouts': { statically: ['lib/api', 'lib/kubelet/model', 'lib/quantity', 'node:', 'valibot'] },
  'lib/documents': { statically: ['lib/api', 'lib/kubelet/changes'] },
  'lib/loop': {
    statically: ['lib/api', 'lib/cluster/ports', 'lib/loop/events', 'lib/machine', 'lib/metrics', 'lib/ports', 'node:'],
  },
  // What a controller needs in a cluster.
  'lib/loop/manifests': { statically: ['lib/admission', 'lib/api'] },
  'lib/loop/events': { statically: ['lib/api', 'lib/kubelet/model'] },
  'lib/cluster': { statically: ['lib/cluster/ports', 'lib/ports'] },
  'lib/cluster/resources': {
    statically: [
      '@kubernetes/client-node',
      'lib/api',
      'lib/cluster/http',
      'lib/cluster/ports',
      'lib/pods',
      'lib/ports',
    ],
    lazily: ['lib/cluster/protobuf'],
  },
  'lib/cluster/watch': { statically: ['lib/api', 'lib/cluster/http', 'lib/cluster/ports', 'lib/ports'] },
  // Loaded for long lists of pods only.
  'lib/cluster/protobuf': { statically: ['lib/api', 'lib/cluster/http', 'protobufjs'] },
  'lib/cluster/http': {
    statically: ['lib/api', 'lib/cluster/login', 'lib/cluster/ports', 'lib/ports', 'node:'],
    // Only for SOCKS proxies.
    lazily: ['socks'],
  },
  'lib/cluster/login': {
    statically: ['leven', 'lib/ports', 'lib/yaml/read', 'node:'],
    lazily: [
      // The official client takes longer to load than most commands take.
      'lib/cluster/login/client-node.ts',
      'yaml',
    ],
  },
  // The only file that loads the official client: some kubeconfigs have credentials that nothing else can use.
  'lib/cluster/login/client-node.ts': { statically: ['@kubernetes/client-node', 'lib/cluster/login', 'node:'] },
  'lib/cluster/ports': { statically: ['lib/admission', 'lib/api', 'lib/pods', 'lib/ports'] },
  'lib/machine': { statically: ['lib/ports', 'node:'] },
  'lib/output': { statically: ['lib/cluster', 'lib/ports'] },
  'lib/ports': { statically: ['p-map'] },
  'lib/yaml/write': { statically: ['lib/kubelet/*', 'lib/yaml/read', 'yaml'] },
  'lib/yaml/read': { statically: ['jsonc-parser', 'lib/kubelet/*', 'yaml'] },
  'lib/kubelet/reference': {
    statically: [
      'lib/kubelet/changes',
      'lib/kubelet/compare',
      'lib/kubelet/data',
      'lib/kubelet/decode',
      'lib/kubelet/defaults',
      'lib/kubelet/flags',
      'lib/kubelet/gates',
      'lib/kubelet/grammar',
      'lib/kubelet/hazards',
      'lib/kubelet/model',
      'lib/kubelet/rules',
      'lib/kubelet/schema',
      'lib/kubelet/startup',
    ],
  },
  'lib/kubelet/layout': { statically: ['lib/kubelet/flags', 'lib/kubelet/model'] },
  'lib/kubelet/flags': {
    statically: [
      'lib/kubelet/compare',
      'lib/kubelet/data',
      'lib/kubelet/decode',
      'lib/kubelet/defaults',
      'lib/kubelet/grammar',
      'lib/kubelet/merge',
      'lib/kubelet/model',
      'lib/kubelet/schema',
      'lib/quantity',
    ],
  },
  // What a change does to the pods of a node: what they request, and which are balloons.
  'lib/kubelet/changes': {
    statically: [
      'lib/api',
      'lib/kubelet/check',
      'lib/kubelet/compare',
      'lib/kubelet/data',
      'lib/kubelet/defaults',
      'lib/kubelet/gates',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
      'lib/kubelet/rules',
      'lib/kubelet/schema',
      'lib/kubelet/startup',
      'lib/pods',
      'lib/quantity',
    ],
  },
  'lib/kubelet/check': {
    statically: [
      'lib/kubelet/decode',
      'lib/kubelet/defaults',
      'lib/kubelet/gates',
      'lib/kubelet/hazards',
      'lib/kubelet/model',
      'lib/kubelet/rules',
      'lib/kubelet/startup',
    ],
  },
  'lib/kubelet/merge': {
    statically: [
      'lib/kubelet/compare',
      'lib/kubelet/decode',
      'lib/kubelet/defaults',
      'lib/kubelet/gates',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
      'lib/kubelet/schema',
    ],
  },
  'lib/kubelet/hazards': {
    statically: [
      'lib/kubelet/defaults',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
      'lib/kubelet/rules',
      'lib/kubelet/startup',
      'lib/quantity',
    ],
  },
  'lib/kubelet/startup': {
    statically: [
      'lib/kubelet/defaults',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
      'lib/kubelet/rules',
      'lib/quantity',
    ],
  },
  'lib/kubelet/rules': {
    statically: [
      'lib/kubelet/defaults',
      'lib/kubelet/gates',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
      'lib/quantity',
    ],
  },
  'lib/kubelet/defaults': {
    statically: [
      'lib/kubelet/compare',
      'lib/kubelet/data',
      'lib/kubelet/decode',
      'lib/kubelet/gates',
      'lib/kubelet/model',
      'lib/kubelet/schema',
      'lib/quantity',
    ],
  },
  'lib/kubelet/decode': {
    statically: ['lib/kubelet/data', 'lib/kubelet/grammar', 'lib/kubelet/model', 'lib/kubelet/schema', 'lib/quantity'],
  },
  'lib/kubelet/compare': { statically: ['lib/kubelet/grammar', 'lib/kubelet/model', 'lib/quantity', 'node:'] },
  'lib/kubelet/gates': { statically: ['lib/kubelet/data', 'lib/kubelet/model'] },
  'lib/kubelet/schema': { statically: ['lib/kubelet/data', 'lib/kubelet/model'] },
  'lib/kubelet/data': { statically: ['lib/kubelet/model'] },
  'lib/kubelet/grammar': { statically: ['lib/api', 'lib/kubelet/model', 'lib/quantity'] },
  'lib/kubelet/model': { statically: ['leven', 'lib/api', 'lib/quantity'] },
  'lib/jsonpath': { statically: ['lib/quantity'] },
  'lib/completion': { statically: [] },
  'lib/pods': { statically: ['lib/api', 'lib/quantity'] },
  // Policies of admission, and the CEL that several of them have.
  'lib/admission': { statically: ['lib/api'] },
  // Metrics: their registry, the text format of Prometheus, pages.
  'lib/metrics': { statically: [] },
  'lib/quantity': { statically: [] },
  'lib/api': { statically: [] },
  ...sandboxRooms,
}

/** Below all rooms: messages, how pauses grow, error codes, the names of our objects in a cluster, quoting. */
export const everywhere = ['lib/message', 'lib/back-off.ts', 'lib/errno.ts', 'lib/names.ts', 'lib/quoting.ts']

/** Rooms that decide: the same input always gives the same answer. */
export const pure = [
  'lib/completion',
  'lib/api',
  'lib/metrics',
  'lib/quantity',
  'lib/pods',
  'lib/jsonpath',
  'lib/admission',
  ...Object.keys(allowed).filter((room) => room.startsWith('lib/kubelet/')),
  'lib/documents',
  'lib/rollouts',
  'lib/loop/events',
  'lib/loop/manifests',
  'lib/rollouts/manifests',
  'lib/agent',
  'lib/agent/manifests',
  'lib/agent/installation',
  'lib/sizes/model',
  'lib/sizes/plan',
  'lib/sizes/desired',
  'lib/sizes/manifests',
  'lib/sizes/file/format',
  ...pureSandboxRooms,
]

/** Forbidden arrows that are still there, each as the beginning of `file -> target`. Keep it empty. */
export const debts: readonly string[] = []
