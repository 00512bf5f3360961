import { pureSandboxRooms, sandboxRooms } from './sandbox-table.ts'

/**
 * Who may import whom, types included: a room may import itself, the files under `everywhere`, and what its row lists:
 * folders with all below them, files, packages. `lazily`: only with import(), when it is needed. Top rooms first.
 */
export const allowed: Readonly<Record<string, { statically: readonly string[]; lazily?: readonly string[] }>> = {
  // The public interface of the npm package: it only re-exports.
  'lib/public.ts': { statically: ['lib'] },
  // The part of it for autoscalers, with their defaults.
  'lib/nodesize.ts': {
    statically: [
      'lib/flows/sizes',
      // The clock of the machine, unless another is given.
      'lib/host/clock.ts',
      // The way into lib/kube.
      'lib/kube/connect.ts',
      'lib/ports',
      'lib/sizing',
      'lib/quantity',
      'lib/words',
    ],
  },
  // The table of commands loads each when it runs.
  programs: { statically: ['lib/cli/shell'], lazily: ['commands'] },
  commands: {
    statically: [
      'lib/agent-manifests',
      // The settings of the agent; it is loaded by the command that runs it.
      'lib/agent',
      'lib/agent-world',
      'lib/cli',
      'lib/completion',
      'lib/render',
      'lib/flows',
      'lib/ports',
      'lib/kubelet',
      'lib/kubelet-flags',
      'lib/kubelet-reference',
      'lib/sizing',
      'lib/quantity',
      'lib/host',
      'lib/agent-installation',
      'lib/kubelet-layout',
      // The options of the simulated cluster, and their defaults.
      'sandbox/interface',
      '@oclif/core',
    ],
    lazily: [
      // The simulated cluster itself: only one command needs it.
      'sandbox/start.ts',
      // The command that runs against it.
      'sandbox/shell/run-command.ts',
      // The agent of this machine or of a simulated cluster, and what it says.
      'lib/agent-world',
      'lib/words',
      // The reconciler of this process.
      'lib/reconciler-world',
    ],
  },
  // Puts the reconciler of this process together: its log, its metrics, its election.
  'lib/reconciler-world': {
    statically: ['lib/host', 'lib/loops', 'lib/ports', 'node:'],
  },
  // Puts the agent of this machine together, and those of a simulated cluster.
  'lib/agent-world': {
    statically: [
      'lib/host',
      // The machines of a simulated cluster.
      'lib/simulated-host',
      'lib/kube',
      'lib/loops',
      'lib/agent',
      'lib/agent-installation',
      // The record of an installation, as the commands on the node read it.
      'lib/flows/agent/read-record.ts',
      'lib/kubelet-layout',
      'lib/kubelet-flags',
      'lib/kubelet',
      'lib/ports',
      'node:',
    ],
  },
  // A machine, its kubelet and its cluster in memory, with a clock of their own, behind the ports of an agent.
  'lib/simulated-host': {
    statically: [
      'lib/agent',
      'lib/kubelet',
      'lib/kubelet-changes',
      'lib/yaml/read',
      // What a kubelet does to pods is judged as on a real machine.
      'lib/host/kubelet/pod-evidence.ts',
      'lib/ports',
      'node:crypto',
    ],
  },
  'lib/cli/shell': {
    statically: [
      'lib/cli/flags',
      'lib/cli/output',
      'lib/cli/terminal',
      'lib/cli/usage',
      'lib/words',
      'lib/render',
      // What a watch reports.
      'lib/flows/follow.ts',
      // What a lost connection is, for --wait as well.
      'lib/flows/watch-fact.ts',
      'lib/ports',
      '@oclif/core',
      'node:',
    ],
    // The only way into lib/kube; commands that work offline never load it.
    lazily: ['lib/kube/connect.ts', 'lib/kube/login/kubelet-credentials.ts', 'lib/cli/completion'],
  },
  // Its parts load each other on demand, so that a tab waits only for the values that it is about.
  'lib/cli/completion': {
    statically: [
      'lib/completion',
      'lib/ports',
      'lib/kubelet',
      'lib/kubelet-reference',
      'lib/quantity',
      // The names of output formats.
      'lib/cli/flags/format.ts',
      // The fields of --fail-if.
      'lib/sizing/threshold.ts',
      // The names of nodes and namespaces.
      'lib/kube/connect.ts',
      // The names of contexts, clusters and users.
      'lib/kube/login/kubeconfig-find.ts',
      'node:',
    ],
  },
  'lib/cli/flags': {
    statically: [
      'lib/cli/usage',
      'lib/agent',
      'lib/jsonpath',
      // What counts as a valid name in Kubernetes.
      'lib/api',
      'lib/kubelet',
      'lib/kubelet-changes',
      'lib/documents',
      'lib/sizing',
      'lib/quantity',
      '@oclif/core',
    ],
  },
  'lib/cli/input': {
    statically: [
      'lib/cli/usage',
      'lib/flows/files',
      // The order in which a kubelet reads drop-ins.
      'lib/kubelet/merge/drop-in-order.ts',
      'lib/host',
      // The largest file that is read: stdin ends there too. The parsers themselves stay out of reach.
      'lib/yaml/read/limits.ts',
      'node:',
    ],
    lazily: ['lib/words'],
  },
  'lib/cli/usage': { statically: ['leven'] },
  // The YAML library is loaded only for -o yaml; its types are free.
  'lib/cli/output': { statically: ['yaml'], lazily: ['yaml'] },
  // The texts that an editor opens, and the files that it opens them in.
  'lib/cli/terminal': {
    statically: ['lib/ports', 'lib/render', 'lib/flows', 'lib/documents', 'lib/host'],
    lazily: ['chalk', 'inquirer'],
  },
  'lib/render': {
    statically: [
      'lib/words',
      'lib/flows',
      'lib/ports',
      'lib/agent',
      'lib/documents',
      'lib/reconcile',
      'lib/sizing',
      'lib/quantity',
      'lib/api',
      'lib/kubelet',
      'lib/kubelet-changes',
      'lib/kubelet-flags',
      'lib/kubelet-reference',
      'lib/agent-installation',
    ],
  },
  'lib/words': {
    statically: [
      'lib/agent',
      'lib/loops',
      'lib/flows',
      'lib/ports',
      'lib/documents',
      'lib/reconcile',
      'lib/sizing',
      'lib/size-file',
      'lib/quantity',
      'lib/api',
      'lib/kubelet',
      'lib/kubelet-changes',
      'lib/kubelet-flags',
      'lib/yaml',
      'lib/jsonpath',
      'lib/kube',
      'lib/host',
      'lib/kubelet-layout',
      'lib/agent-installation',
      // Whom a refusal by one of our policies names.
      'lib/agent-manifests/writers-policies.ts',
    ],
  },
  'lib/flows': {
    statically: [
      'lib/ports',
      'lib/agent',
      'lib/documents',
      'lib/reconcile',
      'lib/sizing',
      'lib/size-file',
      'lib/api',
      'lib/kubelet',
      'lib/kubelet-changes',
      'lib/kubelet-flags',
      'lib/kubelet-reference',
      'lib/yaml',
      'p-map',
      'lib/agent-installation',
      'lib/kubelet-layout',
    ],
  },
  // Puts a connection together. Needs the machine's clock when it is not given another, and nothing else of this machine.
  'lib/kube/connect.ts': { statically: ['lib/kube', 'lib/ports', 'lib/host/clock.ts', 'node:'] },
  'lib/kube/resources': {
    statically: [
      'lib/kube/http',
      'lib/kube/watch',
      'lib/ports',
      // How often an agent reports.
      'lib/agent/report/heartbeat.ts',
      'lib/documents',
      // What of a pod is evidence.
      'lib/kubelet-changes/impact/pod-evidence.ts',
      'lib/reconcile',
      'lib/sizing',
      'lib/api',
      '@kubernetes/client-node',
      // Labels are shorter than names.
      'node:crypto',
    ],
    // Only long lists of pods are read in protobuf.
    lazily: ['lib/kube/protobuf'],
  },
  'lib/kube/protobuf': { statically: ['lib/kube/http', 'lib/api', 'protobufjs'] },
  'lib/kube/watch': { statically: ['lib/kube/http', 'lib/ports', 'lib/api'] },
  'lib/kube/http': { statically: ['lib/kube/login', 'lib/ports', 'lib/api', 'node:'] },
  'lib/kube/login': {
    // The yaml package reads a kubeconfig only if it is not plain YAML.
    statically: ['lib/ports', 'lib/yaml/read/plain-yaml.ts', 'leven', 'node:'],
    // The official client takes longer to load than most commands take.
    lazily: ['yaml', 'lib/kube/login/client-node.ts'],
  },
  // The only file that loads the official client: some kubeconfigs have credentials that nothing else can use.
  'lib/kube/login/client-node.ts': { statically: ['lib/kube/login', '@kubernetes/client-node', 'node:'] },
  'lib/host': {
    statically: ['lib/ports', 'lib/agent', 'lib/metrics', 'node:', 'lib/agent-installation'],
  },
  // What the machine has, compared with what a document needs.
  'lib/host/machine': {
    statically: [
      // Timers.
      'lib/host/clock.ts',
      // Links below the root folder of a host.
      'lib/host/rooted.ts',
      // What a command is.
      'lib/host/run-program.ts',
      // Its end.
      'lib/host/kill-group.ts',
      'lib/host/state-folder',
      // Which programs are kubelets.
      'lib/kubelet-layout',
      'lib/agent',
      'lib/kubelet',
      // What a machine knows of its pods.
      'lib/kubelet-changes/impact/evidence.ts',
      'lib/quantity',
      'lib/ports',
      'node:',
    ],
  },
  'lib/loops': {
    statically: [
      'lib/ports',
      // The reconciler resizes as the commands do.
      'lib/flows/sizes',
      'lib/reconcile',
      'lib/sizing',
      'lib/agent',
      'lib/metrics',
      'lib/api',
      'lib/documents',
      'lib/kubelet',
      // What a change would do to the pods of the node.
      'lib/kubelet-changes/impact/evidence.ts',
      'lib/kubelet-flags',
      'lib/yaml/read',
      'node:crypto',
    ],
  },
  // The kubelet of this machine.
  'lib/host/kubelet': {
    statically: [
      'lib/host',
      'lib/kubelet-layout',
      'lib/kubelet-flags',
      'lib/kubelet',
      'lib/yaml/read',
      'lib/agent',
      'lib/ports',
      'node:',
    ],
  },
  // What the agents need in a cluster: ServiceAccounts, roles, policies, the DaemonSet, alerts.
  'lib/agent-manifests': {
    statically: ['lib/admission', 'lib/agent', 'lib/agent-installation', 'lib/documents', 'lib/api'],
  },
  // Policies of admission, and the CEL that several of them have.
  'lib/admission': { statically: ['lib/api'] },
  'lib/ports': {
    statically: [
      'lib/agent',
      'lib/kubelet-changes',
      'lib/metrics',
      'lib/documents',
      'lib/reconcile',
      'lib/sizing',
      'lib/api',
      'lib/kubelet',
      'lib/agent-installation',
    ],
  },
  // What an installation of the agent consists of.
  'lib/agent-installation': { statically: ['lib/kubelet-layout'] },
  'lib/agent': {
    statically: [
      ...['lib/documents', 'lib/kubelet', 'lib/kubelet-changes', 'lib/kubelet-flags', 'lib/metrics', 'lib/api'],
      'node:crypto',
    ],
  },
  // The text format of Prometheus, and what serves it.
  'lib/metrics': { statically: [] },
  // The risks that a push accepts.
  'lib/documents': { statically: ['lib/kubelet-changes/disruption.ts', 'lib/api'] },
  'lib/reconcile': { statically: ['lib/sizing', 'lib/quantity', 'lib/api', 'node:crypto'] },
  // Decodes the tree of a document, with its positions.
  'lib/size-file': { statically: ['lib/sizing', 'lib/kubelet/model', 'lib/api'] },
  'lib/sizing': { statically: ['lib/admission', 'lib/api', 'lib/quantity'] },
  'lib/yaml/write': { statically: ['lib/yaml/read', 'lib/kubelet', 'yaml'], lazily: ['yaml'] },
  'lib/yaml/read': {
    statically: ['lib/kubelet', 'yaml', 'jsonc-parser'],
    lazily: ['yaml', 'jsonc-parser'],
  },
  'lib/kubelet-reference': { statically: ['lib/kubelet', 'lib/kubelet-changes', 'lib/kubelet-flags'] },
  'lib/kubelet-layout': { statically: ['lib/kubelet-flags', 'lib/kubelet'] },
  'lib/kubelet-flags': { statically: ['lib/kubelet', 'lib/quantity'] },
  // What a change does to the pods of a node: what they request, and which are balloons.
  'lib/kubelet-changes': { statically: ['lib/kubelet', 'lib/sizing', 'lib/quantity', 'lib/api'] },
  'lib/kubelet/merge': {
    statically: [
      'lib/kubelet/defaults',
      'lib/kubelet/decode',
      'lib/kubelet/compare',
      'lib/kubelet/gates',
      'lib/kubelet/schema',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
    ],
  },
  'lib/kubelet/check': {
    statically: [
      'lib/kubelet/hazards',
      'lib/kubelet/startup',
      'lib/kubelet/rules',
      'lib/kubelet/defaults',
      'lib/kubelet/decode',
      'lib/kubelet/gates',
      'lib/kubelet/data',
      'lib/kubelet/model',
    ],
  },
  'lib/kubelet/hazards': {
    statically: [
      // Thresholds and reservations, as the kubelet reads them when it starts.
      'lib/kubelet/startup',
      'lib/kubelet/rules',
      'lib/kubelet/defaults',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
      'lib/quantity',
    ],
  },
  'lib/kubelet/startup': {
    statically: [
      'lib/kubelet/rules',
      'lib/kubelet/defaults',
      'lib/kubelet/grammar',
      'lib/kubelet/model',
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
      'lib/kubelet/decode',
      'lib/kubelet/gates',
      'lib/kubelet/schema',
      'lib/kubelet/data',
      'lib/kubelet/model',
      'lib/quantity',
    ],
  },
  'lib/kubelet/compare': { statically: ['lib/kubelet/grammar', 'lib/kubelet/model', 'lib/quantity', 'node:crypto'] },
  'lib/kubelet/decode': {
    statically: ['lib/kubelet/schema', 'lib/kubelet/data', 'lib/kubelet/grammar', 'lib/kubelet/model', 'lib/quantity'],
  },
  'lib/kubelet/gates': { statically: ['lib/kubelet/data', 'lib/kubelet/model'] },
  'lib/kubelet/schema': { statically: ['lib/kubelet/data', 'lib/kubelet/model'] },
  'lib/kubelet/data': { statically: ['lib/kubelet/model'] },
  'lib/kubelet/grammar': { statically: ['lib/kubelet/model', 'lib/quantity', 'lib/api'] },
  'lib/kubelet/model': { statically: ['lib/quantity', 'lib/api', 'leven'] },
  'lib/jsonpath': { statically: ['lib/quantity'] },
  'lib/completion': { statically: [] },
  'lib/quantity': { statically: [] },
  'lib/api': { statically: [] },
  ...sandboxRooms,
}

/** Below all rooms: facts, failures, error codes, the names of our objects in a cluster, quoting, tones of a text. */
export const everywhere = [
  'lib/fact.ts',
  'lib/failure.ts',
  'lib/errno.ts',
  'lib/names.ts',
  'lib/quoting.ts',
  'lib/tone.ts',
]

/** Rooms that decide: the same input always gives the same answer. */
export const pure = [
  'lib/completion',
  'lib/api',
  'lib/metrics',
  'lib/quantity',
  ...Object.keys(allowed).filter((room) => room.startsWith('lib/kubelet/')),
  'lib/kubelet-changes',
  'lib/kubelet-flags',
  'lib/kubelet-layout',
  'lib/kubelet-reference',
  'lib/documents',
  'lib/sizing',
  'lib/size-file',
  'lib/reconcile',
  'lib/agent',
  'lib/admission',
  'lib/agent-manifests',
  'lib/agent-installation',
  'lib/jsonpath',
  'lib/words',
  'lib/render',
  ...pureSandboxRooms,
]

/** Forbidden arrows that are still there, each as the beginning of `file -> target`. Keep it empty. */
export const debts: readonly string[] = []
