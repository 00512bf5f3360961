import type { Subject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, formatAmount, formatAmounts, type Resource, resources } from '../../pods/amounts.ts'
import { parseCpu } from '../../quantity/cpu.ts'
import { parseMemory } from '../../quantity/memory.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { DesiredSize, DesiredSizeStamp, InvalidDesiredSize } from './desired-size.ts'
import {
  DesiredSizeAmountInvalid,
  DesiredSizeAmountIsZero,
  DesiredSizeHoldUnknown,
  DesiredSizeNotAnObject,
  type DesiredSizeProblem,
  DesiredSizeWithoutAmount,
} from './desired-size-messages.ts'

/** The value of the key of a node: JSON on one line, in the spelling of the API server. */
export function desiredSizeText({ hold, amounts, birth, stamp: { by, at, message } }: DesiredSize): string {
  const { cpu, memory } = amounts
  return JSON.stringify({
    ...(cpu !== undefined && { cpu: formatAmount.cpu(cpu) }),
    ...(memory !== undefined && { memory: formatAmount.memory(memory) }),
    hold,
    ...(birth && { birth: formatAmounts(birth) }),
    by,
    at,
    message,
  })
}

interface Place {
  readonly node: string
  /** The ConfigMap. */
  readonly subject: Subject
}

/** Finds all problems, not only the first. Fields that it does not know are ignored. */
export function parseDesiredSize(text: string, { node, subject }: Place): DesiredSize | InvalidDesiredSize {
  const at = { subject, key: node }
  const fields = fieldsIn(text)
  if (fields === undefined) return { node, problems: [DesiredSizeNotAnObject(at)] }
  const hold = holdIn(fields, at)
  const read = resources.map((resource) => [resource, amountIn(fields, resource, at)] as const)
  const problems = [hold, ...read.map(([, amount]) => amount)].filter((one) => typeof one === 'object')
  const given = read.filter((one): one is [Resource, bigint] => typeof one[1] === 'bigint')
  if (problems.length === 0 && given.length === 0) problems.push(DesiredSizeWithoutAmount(at))
  if (problems.length > 0 || typeof hold === 'object') return { node, problems }
  return {
    ...{ node, hold, amounts: Object.fromEntries(given) as Partial<Amounts> },
    ...birthIn(fields, at),
    stamp: stampIn(fields),
  }
}

/** What is not one is ignored, as admission ignores it: the reconciler sizes the balloon. */
function birthIn({ birth }: Fields, at: At): Pick<DesiredSize, 'birth'> {
  if (typeof birth !== 'object' || birth === null) return {}
  const [cpu, memory] = resources.map((resource) => amountIn(birth as Fields, resource, at))
  return typeof cpu === 'bigint' && typeof memory === 'bigint' ? { birth: { cpu, memory } } : {}
}

type Fields = Readonly<Record<string, unknown>>
type At = Pick<DesiredSizeProblem, 'subject' | 'key'>

function fieldsIn(text: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : undefined
  } catch {
    return undefined
  }
}

function holdIn({ hold = 'size' }: Fields, at: At): HoldPolicy | DesiredSizeProblem {
  return hold === 'size' || hold === 'balloon' ? hold : DesiredSizeHoldUnknown({ ...at, text: textOf(hold) })
}

const parseAmount: Record<Resource, (text: string) => bigint> = { cpu: parseCpu, memory: parseMemory }

/** undefined: there is no desired size for this resource. */
function amountIn(fields: Fields, field: Resource, at: At): bigint | DesiredSizeProblem | undefined {
  const value = fields[field]
  if (value === undefined) return undefined
  try {
    const amount = parseAmount[field](textOf(value))
    return amount === 0n ? DesiredSizeAmountIsZero({ ...at, field }) : amount
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return DesiredSizeAmountInvalid({ ...at, field, because: error.fact })
  }
}

/** Somebody who edits it may write a number of cores without quotes. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function stampIn({ by, at, message }: Fields): DesiredSizeStamp {
  const texts = Object.entries({ by, at, message }).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}
