import { parseMs } from '../lib/cli/flags/flags.ts'
import { nearest } from '../lib/cli/usage/nearest.ts'
import { usage } from '../lib/cli/usage/usage.ts'
import type { Fault } from '../sandbox/interface/cluster.ts'
import { nodeName } from '../sandbox/interface/node-name.ts'

interface Form {
  readonly text: string
  /** `value` is what follows the =; undefined without one. */
  readonly read: (value: string | undefined) => Fault
}

const onNode = (kind: 'kubelet-down' | 'late-pod'): Form => ({
  text: `${kind}=NODE`,
  read: (value) => ({ kind, node: given(value, { kind, needs: 'a node', example: 'node-a' }) }),
})

const forms: Readonly<Record<Fault['kind'], Form>> = {
  'kubelet-down': onNode('kubelet-down'),
  'kubelet-delay': {
    text: 'kubelet-delay=DURATION',
    read: (value) => ({
      kind: 'kubelet-delay',
      ms: parseMs(given(value, { kind: 'kubelet-delay', needs: 'a duration', example: '3s' })),
    }),
  },
  'api-unavailable': {
    text: 'api-unavailable[=DURATION]',
    read: (value) => ({ kind: 'api-unavailable', ...(value !== undefined && { ms: parseMs(value) }) }),
  },
  'late-pod': onNode('late-pod'),
}

/** As --help shows them. */
export const faultForms: readonly string[] = Object.values(forms).map(({ text }) => text)

/** Reads such as kubelet-down=node-a. Throws Failure 'usage'. */
export function parseFault(text: string): Fault {
  const [kind = '', value] = text.split(/=(.*)/s, 2)
  if (Object.hasOwn(forms, kind)) return forms[kind as Fault['kind']].read(value)
  const hints = [...nearest([kind], Object.keys(forms)), `the faults are ${faultForms.join(', ')}`]
  throw usage('UnknownFault', `unknown fault '${kind}'`, ...hints)
}

interface Needed {
  readonly kind: string
  readonly needs: string
  readonly example: string
}

function given(value: string | undefined, { kind, needs, example }: Needed): string {
  if (value) return value
  throw usage('InvalidFault', `${kind} needs ${needs}: ${kind}=${example}`)
}

/** Throws Failure 'usage' for a fault of a node that does not exist among so many. */
export function checkFaults(faults: readonly Fault[], nodes: number): void {
  const names = Array.from({ length: nodes }, (_, index) => nodeName(index))
  for (const fault of faults) {
    if (!('node' in fault) || names.includes(fault.node)) continue
    const those = nodes === 1 ? 'the only node is node-a' : `the nodes are node-a to ${names.at(-1)}`
    const said = `--fault ${fault.kind}=${fault.node}: node '${fault.node}' not found`
    throw usage('NodeNotFound', said, ...nearest([fault.node], names), those)
  }
}
