import { custom } from '@oclif/core/flags'
import type { Failure } from '../../message/failure.ts'
import { type Resource, resources } from '../../pods/amounts.ts'
import { parseCpu } from '../../quantity/cpu.ts'
import { parseMemory } from '../../quantity/memory.ts'
import { parseQuantity } from '../../quantity/quantity.ts'
import { nodeStates } from '../../sizes/model/node-state.ts'
import {
  amountFields,
  comparisons,
  flagFields,
  type Operator,
  type Threshold,
  thresholdFields,
  wholeOf,
} from '../../sizes/plan/threshold.ts'
import { didYouMean, nearest } from '../usage/nearest.ts'
import { usage } from '../usage/usage.ts'

export const failIf = custom<Threshold>({
  summary: "Exit with 1 if this holds for a node: 'free.cpu<500m', 'free.memory<10%', drift, pending; may be repeated.",
  helpValue: 'THRESHOLD',
  multiple: true,
  multipleNonGreedy: true,
  parse: async (text) => parseThreshold(text),
})()

const amountNames = amountFields.flatMap((field) => resources.map((resource) => ({ field, resource })))
interface Parts {
  readonly text: string
  readonly name: string
  readonly operator: Operator | undefined
  /** In `text`, from zero. */
  readonly operatorAt: number
  readonly value: string
  readonly valueAt: number
}

/** What kubectl calls these. */
const otherNames: Readonly<Record<string, string>> = { requests: 'requested', usage: 'used' }

/** Throws Failure 'usage', with the column of the fault. */
export function parseThreshold(text: string): Threshold {
  const { name, ...parts } = split(text)
  const amount = amountNames.find(({ field, resource }) => `${field}.${resource}` === name)
  if (amount !== undefined) return amountThreshold({ ...amount, name, ...parts })
  const flag = flagFields.find((field) => field === name)
  if (flag !== undefined) {
    if (parts.operator === undefined && parts.value === '') return { text, kind: 'flag', field: flag }
    const hints = flag === 'drift' ? ['or an amount, such as drift.cpu>0'] : []
    throw fault(text, parts.operatorAt, `'${name}' is not compared with a value`, `write ${name} alone`, ...hints)
  }
  if (name === 'state') return stateThreshold({ name, ...parts })
  throw unknownField(text, name)
}

const grammar = /^(\s*)([^\s<>=!]*)(\s*)(<=|>=|!=|==|[<>=!]?)(\s*)(.*?)\s*$/s

function split(text: string): Parts {
  const [, before = '', name = '', space = '', sign = '', gap = '', value = ''] = grammar.exec(text) ?? []
  const nameAt = before.length
  if (name === '') throw fault(text, nameAt, 'no field', `fields: ${thresholdFields.join(', ')}`)
  const operatorAt = nameAt + name.length + space.length
  const spelt = sign === '==' ? '=' : sign
  const operator = Object.keys(comparisons).find((known) => known === spelt) as Operator | undefined
  return { text, name, operator, operatorAt, value, valueAt: operatorAt + sign.length + gap.length }
}

type AmountParts = Parts & { readonly field: keyof typeof wholeOf; readonly resource: Resource }

function amountThreshold({ text, name, field, resource, ...parts }: AmountParts): Threshold {
  const operator = operatorOf({ text, name, ...parts }, Object.keys(comparisons) as Operator[])
  const limit = limitOf({ text, name, field, resource, ...parts })
  return { text, kind: 'amount', field, resource, operator, limit }
}

/** A shell takes `<` and `>` for itself, unless they are quoted. */
function operatorOf<Known extends Operator>(
  { text, name, operator, operatorAt }: Parts,
  known: readonly Known[],
): Known {
  const found = known.find((one) => one === operator)
  if (found !== undefined) return found
  const hint = `quote it: --fail-if '${name}${name === 'state' ? '!=Ready' : name.endsWith('cpu') ? '<500m' : '<1Gi'}'`
  throw fault(text, operatorAt, `'${name}' requires one of ${known.join(' ')}`, hint)
}

const percentage = /^(-?)(\d+(?:\.\d{1,9})?)%$/
const parsers = { cpu: parseCpu, memory: parseMemory } as const
const examples = { cpu: '500m or 2', memory: '512Mi or 2Gi' } as const

function limitOf({
  text,
  value,
  valueAt,
  field,
  resource,
  name,
}: AmountParts): (Threshold & { kind: 'amount' })['limit'] {
  const [, minus, percent] = percentage.exec(value) ?? []
  if (percent !== undefined) {
    if (wholeOf[field] === undefined)
      throw fault(text, valueAt, `'${name}' has no percentage`, `use an amount, such as ${examples[resource]}`)
    const nanoPercent = parseQuantity(percent)?.nanos ?? 0n
    return { nanoPercent: minus === '-' ? -nanoPercent : nanoPercent }
  }
  const isNegative = value.startsWith('-')
  try {
    const amount = parsers[resource](isNegative ? value.slice(1) : value)
    return { amount: isNegative ? -amount : amount }
  } catch {
    const whole = wholeOf[field]
    const percents = whole === undefined ? '' : `, or a percentage of ${whole}, such as 10%`
    throw fault(text, valueAt, `'${value}' is not an amount of ${resource}`, `use ${examples[resource]}${percents}`)
  }
}

function stateThreshold(parts: Parts): Threshold {
  const { text, value, valueAt } = parts
  const operator = operatorOf(parts, ['=', '!='])
  const state = nodeStates.find((known) => known === value)
  if (state !== undefined) return { text, kind: 'state', operator, state }
  const hints = nearest(
    [value],
    nodeStates.map((known) => known.toLowerCase()),
  )
  throw fault(
    text,
    valueAt,
    `'${value}' is not a state`,
    ...spelt(hints, nodeStates),
    `states: ${nodeStates.join(', ')}`,
  )
}

/** Hints are found regardless of case. */
const spelt = (hints: readonly string[], known: readonly string[]): readonly string[] =>
  hints.map((hint) => didYouMean(known.find((name) => didYouMean(name.toLowerCase()) === hint) ?? hint))

function unknownField(text: string, name: string): Failure {
  const [field = '', ...rest] = name.split('.')
  const other = otherNames[field.toLowerCase()]
  const renamed = [other ?? field, ...rest].join('.')
  const isKnown = thresholdFields.includes(renamed)
  const bare = amountFields.find((known) => known === renamed)
  const hints =
    bare === undefined
      ? isKnown
        ? [didYouMean(renamed)]
        : nearest([renamed], thresholdFields)
      : [didYouMean(resources.map((resource) => `${bare}.${resource}`).join(' or '))]
  return fault(text, text.indexOf(name), `unknown field '${name}'`, ...hints, `fields: ${thresholdFields.join(', ')}`)
}

const fault = (text: string, at: number, what: string, ...hints: readonly string[]): Failure =>
  usage('ThresholdInvalid', `'${text}', column ${at + 1}: ${what}`, ...hints)
