import { parseMs } from '../lib/cli/flags/flags.ts'
import { nearest } from '../lib/cli/usage/nearest.ts'
import { usage } from '../lib/cli/usage/usage.ts'
import type { Fault } from '../sandbox/interface/fault.ts'
import { nodeName } from '../sandbox/interface/node-name.ts'

interface Form {
  readonly text: string
  /** `value` is the text after `=`; undefined without `=`. */
  readonly parse: (value: string | undefined) => Fault
}

const onNode = (kind: 'kubelet-down' | 'late-pod'): Form => ({
  text: `${kind}=NODE`,
  parse: (value) => ({ kind, node: required(value, { kind, needs: 'a node', example: 'node-a' }) }),
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
}

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
