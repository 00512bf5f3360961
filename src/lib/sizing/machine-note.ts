import type { Node } from '../api/node.ts'
import { balloon } from '../names.ts'
import { parseCpu } from '../quantity/cpu.ts'
import { parseMemory } from '../quantity/memory.ts'
import { type Amounts, formatAmounts } from './amounts.ts'

/**
 * What is noted on a Node about its machine: the size that the provider has confirmed last, and the attempt that changes it,
 * so that a command that is killed can be followed by another one.
 */
export interface MachineNote {
  readonly size: Amounts
  readonly attempt?: Attempt | undefined
}

/** One run of a command that resizes a machine. */
export interface Attempt {
  readonly id: string
  /** The user, as the API server knows it. */
  readonly by: string
  /** RFC 3339, on the clock of the command. */
  readonly at: string
  /** Later, this step has ended or been killed. */
  readonly until: string
  /** `provider`: the machine may have either size. Before and after it, it has that of the note. */
  readonly step: 'balloon' | 'provider'
  /** What the provider is asked for. */
  readonly to: Amounts
  /** The size of the node before: what it gets back if the provider fails. */
  readonly before: Amounts
}

export const formatNote = ({ size, attempt }: MachineNote): string =>
  JSON.stringify({
    ...formatAmounts(size),
    ...(attempt && { attempt: { ...attempt, to: formatAmounts(attempt.to), before: formatAmounts(attempt.before) } }),
  })

/** The text of the note on a node, whether or not it can be parsed; undefined when there is none. */
export const noteTextOn = ({ annotations }: Pick<Node, 'annotations'>): string | undefined =>
  annotations[balloon.machineAnnotation]

/** undefined: it is not a note. Users edit annotations. */
export function parseNote(text: string): MachineNote | undefined {
  try {
    const fields = fieldsOf(JSON.parse(text))
    const { attempt } = fields
    return { size: amountsIn(fields), ...(attempt !== undefined && { attempt: attemptIn(fieldsOf(attempt)) }) }
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an object')
  return value as Fields
}

const amountsIn = ({ cpu, memory }: Fields): Amounts => ({
  cpu: parseCpu(textOf(cpu)),
  memory: parseMemory(textOf(memory)),
})

function attemptIn(fields: Fields): Attempt {
  const { id, by, at, until, step, to, before } = fields
  if (step !== 'balloon' && step !== 'provider') throw new TypeError('not a step')
  if (Number.isNaN(Date.parse(textOf(until)))) throw new TypeError('not a time')
  return {
    ...{ id: textOf(id), by: textOf(by), at: textOf(at), until: textOf(until), step },
    ...{ to: amountsIn(fieldsOf(to)), before: amountsIn(fieldsOf(before)) },
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}

/** Whether its command may still be at work; `now`: milliseconds since the epoch. */
export const isUnderWay = ({ until }: Attempt, now: number): boolean => now <= Date.parse(until)
