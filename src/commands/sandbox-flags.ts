import { boolean, custom } from '@oclif/core/flags'
import { durationOrNone, timing } from '../lib/cli/flags/agent-flags.ts'
import { name } from '../lib/cli/flags/flags.ts'
import { usage } from '../lib/cli/usage/usage.ts'
import { parseRelease, type Release } from '../lib/kubelet/model/releases.ts'
import { formatCpu, parseCpu } from '../lib/quantity/cpu.ts'
import { formatMemory, parseMemory } from '../lib/quantity/memory.ts'
import { defaults } from '../sandbox/interface/defaults.ts'
import { type Fault, faultForms, needingAgents, parseFault } from './sandbox-faults.ts'

/** Flags of `kubeletcfg sandbox`. */
export const sandboxFlags = {
  nodes: custom<number>({ parse: async (text) => parseCount(text) })({
    summary: 'Number of nodes.',
    default: defaults.nodes,
    helpValue: 'NUMBER',
  }),
  'node-cpu': custom<string>({ parse: async (text) => formatCpu(positive(text, parseCpu(text))) })({
    summary: 'CPU of each node.',
    default: defaults.nodeCpu,
    helpValue: 'CPU',
  }),
  'node-memory': custom<string>({ parse: async (text) => formatMemory(positive(text, parseMemory(text))) })({
    summary: 'Memory of each node.',
    default: defaults.nodeMemory,
    helpValue: 'MEMORY',
  }),
  'kubernetes-version': custom<Release>({ parse: async (text) => parseRelease(text) })({
    summary: 'Release of the API server and of the kubelets, such as 1.36.',
    default: defaults.kubernetesVersion,
    helpValue: '1.NN',
  }),
  load: name({
    summary: 'YAML or JSON file with objects to create at the start; can be repeated.',
    helpValue: 'FILE',
    multiple: true,
    multipleNonGreedy: true,
  }),
  fault: custom<Fault>({ parse: async (text) => parseFault(text) })({
    summary: `Fault to inject at the start: ${faultForms.join(', ')}; can be repeated.`,
    helpValue: 'FAULT',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'metrics-server': boolean({ summary: 'Install metrics-server, whose usage is simulated.' }),
  webhook: boolean({ summary: 'Review documents before they are stored, as the webhook of the controller does.' }),
  agents: boolean({ summary: 'Run the agent of each node, so that documents reach simulated kubelets.' }),
  'agent-trial': durationOrNone(
    timing('How long a document is on trial, in the time of the agents: 20 times as fast as yours.', 60_000),
  ),
}

function positive(text: string, amount: bigint): bigint {
  if (amount > 0n) return amount
  throw usage('InvalidValue', `'${text}' is not valid: it must be greater than zero`)
}

/** Each agent has three watches and some connections of its own. */
const maxAgents = 200

interface Asked {
  readonly agents: boolean
  readonly nodes: number
  readonly fault?: readonly Fault[] | undefined
}

/** Throws Failure 'usage' when the agents could not start. */
export function checkAgents({ agents, nodes, fault = [] }: Asked): void {
  const onAgents = needingAgents(fault)
  if (!agents && onAgents !== undefined)
    throw usage('ConflictingFlags', `--fault ${onAgents.kind} needs agents`, 'add --agents')
  if (!agents) return
  if (nodes > maxAgents)
    throw usage('InvalidValue', `--agents works with at most ${maxAgents} nodes, not with ${nodes}`)
  if (fault.some((one) => one.kind === 'api-unavailable' && one.ms === undefined))
    throw usage('ConflictingFlags', '--agents needs an API server', 'give the fault a time: api-unavailable=10s')
}

/** Limit of a cluster (kubernetes.io, Considerations for large clusters). */
const maxNodes = 5000

function parseCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= maxNodes) return count
  throw usage('InvalidValue', `'${text}' is not a number of nodes from 1 to ${maxNodes}`)
}
