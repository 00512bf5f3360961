import type { Node } from '../../api/node.ts'
import { type Amounts, formatAmounts, resources, smaller } from '../../pods/amounts.ts'
import { parseCpu } from '../../quantity/cpu.ts'
import { parseMemory } from '../../quantity/memory.ts'

/**
 * What is noted about the machine of a node, beside its desired size, where the node itself cannot write: the size that the provider has
 * confirmed last, and the attempt that changes it, so that a command that is killed can be followed by another one.
 */
export interface MachineNote {
  /** Of the Node: another one of this name may have another machine. */
  readonly uid: string
  readonly size: Amounts
  readonly attempt?: Attempt | undefined
}

/** One run of a command that resizes a machine. */
export interface Attempt {
  /** A UUID. */
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

export const formatNote = ({ uid, size, attempt }: MachineNote): string =>
  JSON.stringify({
    ...formatAmounts(size),
    uid,
    ...(attempt && { attempt: { ...attempt, to: formatAmounts(attempt.to), before: formatAmounts(attempt.before) } }),
  })

/** Characters of a note; none of ours has as many. */
const longestText = 4096
/** Of the name of a user. */
const longestName = 256
/** More than any machine has: 65 536 cores, a pebibyte. */
const largest: Amounts = { cpu: 2n ** 16n * 1000n, memory: 2n ** 50n }
/** Milliseconds that a step can last at most, and its end and clocks that disagree. */
export const longestStepMs = 24 * 3_600_000
const slackMs = 3_600_000

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether it can name an attempt: a hook gets it, perhaps in a shell. */
export const isAttemptId = (text: string): boolean => uuid.test(text)

/** undefined: it is not a note. Each field is checked: users edit ConfigMaps, and a provider gets what is in it. */
export function parseNote(text: string): MachineNote | undefined {
  if (text.length > longestText) return undefined
  try {
    const fields = fieldsOf(JSON.parse(text))
    const { uid, attempt } = fields
    return {
      uid: nameIn(uid),
      size: amountsIn(fields),
      ...(attempt !== undefined && { attempt: attemptIn(fieldsOf(attempt)) }),
    }
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an object')
  return value as Fields
}

function amountsIn({ cpu, memory }: Fields): Amounts {
  const amounts = { cpu: parseCpu(textOf(cpu)), memory: parseMemory(textOf(memory)) }
  const isSize = resources.every((resource) => amounts[resource] > 0n && amounts[resource] <= largest[resource])
  if (!isSize) throw new TypeError('not the size of a machine')
  return amounts
}

function attemptIn(fields: Fields): Attempt {
  const { id, by, at, until, step, to, before } = fields
  if (!isAttemptId(textOf(id))) throw new TypeError('not an id')
  if (step !== 'balloon' && step !== 'provider') throw new TypeError('not a step')
  return {
    ...{ id: textOf(id), by: nameIn(by), at: timeIn(at), until: timeIn(until), step },
    ...{ to: amountsIn(fieldsOf(to)), before: amountsIn(fieldsOf(before)) },
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}

/** Printed to people. */
function nameIn(value: unknown): string {
  const text = textOf(value)
  if (text.length > longestName || /\p{C}/u.test(text)) throw new TypeError('not a name')
  return text
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

function timeIn(value: unknown): string {
  const text = textOf(value)
  if (!rfc3339.test(text) || Number.isNaN(Date.parse(text))) throw new TypeError('not a time')
  return text
}

/** The note about the machine of a Node. undefined: there is none, or it is about an earlier Node. */
export function noteFor({ uid }: Pick<Node, 'uid'>, text: string | undefined): MachineNote | 'broken' | undefined {
  if (text === undefined) return undefined
  const note = parseNote(text)
  if (note === undefined) return 'broken'
  return note.uid === uid ? note : undefined
}

/** What the machine has for certain: while a provider resizes it, the smaller of both. */
export const certainSize = ({ size, attempt }: MachineNote): Amounts =>
  attempt?.step === 'provider' ? smaller(size, attempt.to) : size

/** The same for what is stored; undefined: nothing is known. */
export function machineSize(node: Pick<Node, 'uid'>, text: string | undefined): Amounts | undefined {
  const note = noteFor(node, text)
  return note === undefined || note === 'broken' ? undefined : certainSize(note)
}

/** Whether its command may still be at work; `now`: milliseconds since the epoch. */
export const isUnderWay = ({ until }: Attempt, now: number): boolean => now <= Date.parse(until)

/** Whether it can be the attempt of a command: none ends later than that, on a clock that is not far off. */
export const canBe = ({ until }: Attempt, now: number): boolean => Date.parse(until) <= now + longestStepMs + slackMs
