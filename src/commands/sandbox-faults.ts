import type { AgentFault } from '../lib/agent/run/simulated-agents.ts'
import { parseMs } from '../lib/cli/flags/flags.ts'
import { nearest } from '../lib/cli/usage/nearest.ts'
import { usage } from '../lib/cli/usage/usage.ts'
import type { Fault as ClusterFault } from '../sandbox/interface/fault.ts'
import { nodeName } from '../sandbox/interface/node-name.ts'

/** A fault of the cluster, or of the agents and their machines; `kubelet-down` and `agent-down` are of both. */
export type Fault = ClusterFault | { readonly kind: AgentFault; readonly node: string }

interface Form {
  readonly text: string
  /** `value` is the text after `=`; undefined without `=`. */
  readonly parse: (value: string | undefined) => Fault
}

const onNode = (kind: (Fault & { readonly node: string })['kind']): Form => ({
  text: `${kind}=NODE`,
  parse: (value) => ({ kind, node: required(value, { kind, needs: 'a node', example: 'node-a' }) }) as Fault,
})

const forms: Readonly<Record<Fault['kind'], Form>> = {
  'kubelet-down': onNode('kubelet-down'),
  'kubelet-delay': {
    text: 'kubelet-delay=DURATION',
    parse: (value) => ({
      kind: 'kubelet-delay',
      ms: parseMs(required(value, { kind: 'kubelet-delay', needs: 'a duration', example: '3s' })),
    }),
  },
  'api-unavailable': {
    text: 'api-unavailable[=DURATION]',
    parse: (value) => ({ kind: 'api-unavailable', ...(value !== undefined && { ms: parseMs(value) }) }),
  },
  'late-pod': onNode('late-pod'),
  'agent-missing': onNode('agent-missing'),
  'agent-down': onNode('agent-down'),
  'crash-loop': onNode('crash-loop'),
  drift: onNode('drift'),
}

type OfAgents = Fault & { readonly kind: AgentFault }

/** The kinds that need `--agents`. */
const needAgents: readonly Fault['kind'][] = ['agent-missing', 'agent-down', 'crash-loop', 'drift']

/** The first that needs `--agents`. */
export const needingAgents = (faults: readonly Fault[]): Fault | undefined =>
  faults.find(({ kind }) => needAgents.includes(kind))

/** What agents and their machines meet. */
export const ofAgents = (faults: readonly Fault[]): readonly OfAgents[] =>
  faults.filter((fault): fault is OfAgents => fault.kind === 'kubelet-down' || needAgents.includes(fault.kind))

/** What the cluster meets. For it, a kubelet in a crash loop is down. */
export const ofCluster = (faults: readonly Fault[]): readonly ClusterFault[] =>
  faults.flatMap((fault): readonly ClusterFault[] => {
    if (fault.kind === 'crash-loop') return [{ kind: 'kubelet-down', node: fault.node }]
    return fault.kind !== 'agent-down' && needAgents.includes(fault.kind) ? [] : [fault as ClusterFault]
  })

/** Syntax of all faults, for help and hints. */
export const faultForms: readonly string[] = Object.values(forms).map(({ text }) => text)

/** Parses a fault such as kubelet-down=node-a. Throws Failure 'usage'. */
export function parseFault(text: string): Fault {
  const [kind = '', value] = text.split(/=(.*)/s, 2)
  if (Object.hasOwn(forms, kind)) return forms[kind as Fault['kind']].parse(value)
  const hints = [...nearest([kind], Object.keys(forms)), `the faults are ${faultForms.join(', ')}`]
  throw usage('UnknownFault', `unknown fault '${kind}'`, ...hints)
}

interface Needed {
  readonly kind: string
  readonly needs: string
  readonly example: string
}

function required(value: string | undefined, { kind, needs, example }: Needed): string {
  if (value) return value
  throw usage('InvalidFault', `${kind} needs ${needs}: ${kind}=${example}`)
}

/** Throws Failure 'usage' when a fault names a node that a sandbox with this many nodes does not have. */
export function checkFaults(faults: readonly Fault[], nodes: number): void {
  const names = Array.from({ length: nodes }, (_, index) => nodeName(index))
  for (const fault of faults) {
    if (!('node' in fault) || names.includes(fault.node)) continue
    const existing = nodes === 1 ? 'the only node is node-a' : `the nodes are node-a to ${names.at(-1)}`
    const message = `--fault ${fault.kind}=${fault.node}: node '${fault.node}' not found`
    throw usage('NodeNotFound', message, ...nearest([fault.node], names), existing)
  }
}
