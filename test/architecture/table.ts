import { pureSandboxRooms, sandboxRooms } from './sandbox-table.ts'

/**
 * Who may import whom, types included: a room may import itself, the files under `everywhere`, and what stands in its
 * row. `lazily`: only with import(), when it is needed. From the top of the house down.
 */
export const allowed: Readonly<Record<string, { statically: readonly string[]; lazily?: readonly string[] }>> = {
  // The face of the library: it hands on, and does nothing.
  'lib/public.ts': { statically: ['lib/'] },
  commands: {
    statically: [
      'lib/cli/',
      'lib/render/',
      'lib/words',
      'lib/flows/',
      'lib/ports',
      'lib/yaml',
      ...[
        'lib/kubelet',
        'lib/kubelet-changes',
        'lib/kubelet-flags',
        'lib/kubelet-reference',
        'lib/documents',
        'lib/sizing',
        'lib/quantity',
        'lib/api',
      ],
      'lib/host',
      // Its options and their defaults; the rest is loaded by the one command that needs it.
      'sandbox/interface',
      '@oclif/core',
    ],
    lazily: ['sandbox/start.ts', 'sandbox/shell/run-command.ts'],
  },
  'lib/cli/shell': {
    statically: [
      'lib/cli/flags',
      'lib/cli/output',
      'lib/cli/terminal',
      'lib/cli/usage',
      'lib/words',
      'lib/render',
      'lib/ports',
      '@oclif/core',
      'node:',
    ],
    lazily: ['lib/kube/connect.ts'],
  },
  'lib/cli/flags': {
    statically: [
      'lib/cli/usage',
      // The names that Kubernetes takes.
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
    statically: ['lib/cli/usage', 'lib/flows/files', 'lib/host', 'lib/words', 'lib/yaml/read/limits.ts', 'node:'],
  },
  'lib/cli/usage': { statically: ['leven'] },
  // To text that readers of YAML 1.1 and JSON take as it is meant; the library is loaded when it is needed.
  'lib/cli/output': { statically: ['yaml'], lazily: ['yaml'] },
  'lib/cli/terminal': { statically: ['lib/ports', 'lib/render'], lazily: ['chalk', 'inquirer'] },
  'lib/render': {
    statically: [
      'lib/words',
      'lib/flows/',
      'lib/ports',
      'lib/documents',
      'lib/sizing',
      'lib/quantity',
      'lib/api',
      'lib/kubelet/',
      'lib/kubelet-changes/',
      'lib/kubelet-flags/',
      'lib/kubelet-reference/',
    ],
  },
  'lib/words': {
    statically: [
      'lib/flows/',
      'lib/ports',
      'lib/documents',
      'lib/sizing',
      'lib/quantity',
      'lib/api',
      'lib/kubelet/',
      'lib/kubelet-changes/',
      'lib/kubelet-flags/',
      'lib/kubelet-reference/',
      'lib/yaml/',
      'lib/kube/',
      'lib/host',
    ],
  },
  'lib/flows': {
    statically: [
      'lib/ports',
      'lib/documents',
      'lib/sizing',
      'lib/quantity',
      'lib/api',
      'lib/kubelet/',
      'lib/kubelet-changes/',
      'lib/kubelet-flags/',
      'lib/kubelet-reference/',
      'lib/yaml/',
      'p-map',
    ],
  },
  // Puts the door together; the clock is the machine's, unless another is given.
  'lib/kube/connect.ts': { statically: ['lib/kube/', 'lib/ports', 'lib/host/clock.ts', 'node:'] },
  'lib/kube/resources': {
    statically: [
      'lib/kube/http',
      'lib/kube/watch',
      'lib/ports',
      'lib/documents',
      'lib/sizing',
      'lib/api',
      '@kubernetes/client-node',
    ],
  },
  'lib/kube/watch': { statically: ['lib/kube/http', 'lib/ports', 'lib/api', 'node:'] },
  'lib/kube/http': { statically: ['lib/kube/login', 'lib/ports', 'lib/api', 'node:'] },
  'lib/kube/login': {
    statically: ['lib/ports', 'lib/api', 'leven', 'node:'],
    lazily: ['yaml', 'lib/kube/login/client-node.ts'],
  },
  // Loaded when a kubeconfig needs what only it can do: it takes longer than most commands.
  'lib/kube/login/client-node.ts': { statically: ['lib/kube/login', '@kubernetes/client-node', 'node:'] },
  'lib/host': { statically: ['lib/ports', 'node:'] },
  'lib/ports': { statically: ['lib/documents', 'lib/sizing', 'lib/api'] },
  'lib/documents': { statically: ['lib/kubelet/', 'lib/kubelet-changes', 'lib/api', 'lib/quantity'] },
  'lib/sizing': { statically: ['lib/api', 'lib/quantity'] },
  'lib/yaml/write': { statically: ['lib/yaml/read', 'lib/kubelet/', 'yaml'], lazily: ['yaml'] },
  'lib/yaml/read': {
    statically: ['lib/kubelet/', 'yaml', 'jsonc-parser'],
    lazily: ['yaml', 'jsonc-parser'],
  },
  'lib/kubelet-reference': { statically: ['lib/kubelet/', 'lib/kubelet-changes', 'lib/kubelet-flags', 'lib/quantity'] },
  'lib/kubelet-flags': { statically: ['lib/kubelet/', 'lib/quantity'] },
  'lib/kubelet-changes': { statically: ['lib/kubelet/', 'lib/quantity'] },
  'lib/kubelet/check': {
    statically: [
      'lib/kubelet/startup',
      'lib/kubelet/rules',
      'lib/kubelet/defaults',
      'lib/kubelet/decode',
      'lib/kubelet/model',
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
  'lib/quantity': { statically: [] },
  'lib/api': { statically: ['@kubernetes/client-node'] },
  ...sandboxRooms,
}

/** Below all rooms: what a failure and a fact are, names of ours in a cluster, quotes around others' texts, tones of a text. */
export const everywhere = ['lib/fact.ts', 'lib/failure.ts', 'lib/names.ts', 'lib/quoting.ts', 'lib/tone.ts']

/** Rooms of decisions: the same answer for the same question, always. */
export const pure = [
  'lib/api',
  'lib/quantity',
  ...Object.keys(allowed).filter((room) => room.startsWith('lib/kubelet/')),
  'lib/kubelet-changes',
  'lib/kubelet-flags',
  'lib/kubelet-reference',
  'lib/documents',
  'lib/sizing',
  'lib/words',
  'lib/render',
  ...pureSandboxRooms,
]

/** Arrows to be mended; each is the beginning of `file -> target`. To be empty. */
export const debts: readonly string[] = []
