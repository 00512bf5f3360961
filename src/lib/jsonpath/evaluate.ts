import { Failure } from '../message/failure.ts'
import { type DataProblem, type JSONPathFact, JSONPathNotApplicable } from './jsonpath-messages.ts'
import type { Filter, Operator, Path, Slice, Step, Template, TemplatePart } from './template.ts'

export interface EvaluateOptions {
  /** A field that no value has is an error, not an empty result. */
  readonly mustExist?: boolean
}

interface Context extends EvaluateOptions {
  readonly fail: (problem: DataProblem) => Failure<JSONPathFact>
}

/**
 * The results of each part of a template, in order; those of a range once per value. `data` is what JSON can hold,
 * without nulls. Throws Failure 'usage' when the template does not fit the data.
 */
export function evaluate(template: Template, data: unknown, options: EvaluateOptions = {}): readonly unknown[][] {
  const fail = (problem: DataProblem) =>
    new Failure('usage', JSONPathNotApplicable({ template: template.source, ...problem }))
  return template.parts.flatMap((part) => resultsOf(part, data, { ...options, fail }))
}

/** The values at a path. */
export const valuesAt = (path: Template, data: unknown): readonly unknown[] => evaluate(path, data).flat()

function resultsOf(part: TemplatePart, value: unknown, context: Context): unknown[][] {
  if (part.kind === 'text') return [[part.text]]
  const found = walk(part.steps, [value], context)
  if (part.kind === 'expression') return [found]
  return found.flatMap((each) => part.parts.flatMap((inner) => resultsOf(inner, each, context)))
}

const walk = (path: Path, values: unknown[], context: Context): unknown[] =>
  path.reduce((found, step) => take(step, found, context), values)

function take(step: Step, values: unknown[], context: Context): unknown[] {
  switch (step.kind) {
    case 'field':
      return fieldsOf(step.name, values, context)
    case 'every':
      return values.flatMap(childrenOf)
    case 'slice':
      return values.flatMap((value) => elementsOf(arrayOf(value, context), step.slice, context.fail))
    case 'descend':
      return values.flatMap(containersIn)
    case 'union':
      return step.paths.flatMap((path) => walk(path, values, context))
    case 'filter':
      return values.flatMap((value) => arrayOf(value, context).filter((each) => passes(step.filter, each, context)))
    case 'literal':
      // A string is printed once; a number or a boolean once for each value, as in kubectl.
      return typeof step.value === 'string' ? [step.value] : values.map(() => step.value)
  }
}

function fieldsOf(name: string, values: unknown[], { mustExist = false, fail }: Context): unknown[] {
  const found = values.filter((value) => isObject(value) && Object.hasOwn(value, name))
  if (mustExist && values.length > 0 && found.length === 0) throw fail({ problem: 'FieldMissing', field: name })
  return found.map((value) => (value as Record<string, unknown>)[name])
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value) : []
}

/** The value and all values below it that contain others. */
function containersIn(value: unknown): unknown[] {
  if (typeof value === 'string' && value !== '') return [value]
  const children = childrenOf(value)
  return children.length === 0 ? [] : [value, ...children.flatMap(containersIn)]
}

function arrayOf(value: unknown, { fail }: Context): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw fail({ problem: 'NotAnArray', found: kindOf(value) })
}

const kindOf = (value: unknown): string => (isObject(value) ? 'object' : typeof value)

function passes(filter: Filter, value: unknown, context: Context): boolean {
  if ('exists' in filter) return exists(filter.exists, value, context)
  const [left, right] = [filter.left, filter.right].map((path) => walk(path, [value], context))
  if (left!.length === 0 || right!.length === 0) return false
  const count = Math.max(left!.length, right!.length)
  if (count > 1) throw context.fail({ problem: 'SeveralValues', count })
  return compare({ left: left![0], operator: filter.operator, right: right![0] }, context.fail)
}

/** A path that does not match the value has no result. */
function exists(path: Path, value: unknown, context: Context): boolean {
  try {
    return walk(path, [value], context).length > 0
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

interface Comparison {
  readonly left: unknown
  readonly operator: Operator
  readonly right: unknown
}

/** Texts with texts, numbers with numbers; booleans are equal or not. Everything else is not comparable. */
function compare({ left, operator, right }: Comparison, fail: (problem: DataProblem) => Failure): boolean {
  const isEquality = operator === '==' || operator === '!='
  const comparable = isEquality ? ['string', 'number', 'boolean'] : ['string', 'number']
  if (typeof left !== typeof right || !comparable.includes(typeof left))
    throw fail({ problem: 'NotComparable', left: JSON.stringify(left), right: JSON.stringify(right) })
  if (isEquality) return (left === right) === (operator === '==')
  const order = orderOf(left as string | number, right as string | number)
  if (order === 0) return operator === '<=' || operator === '>='
  return order < 0 === operator.startsWith('<')
}

/** Negative, zero or positive. Texts are compared by code points, as Go compares their bytes. */
function orderOf(left: string | number, right: string | number): number {
  if (typeof left === 'number' || typeof right === 'number') return Number(left) - Number(right)
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

/** The elements that a slice selects. Negative positions count from the end; positions outside are refused. */
function elementsOf(
  array: readonly unknown[],
  slice: Slice,
  fail: (problem: DataProblem) => Failure,
): readonly unknown[] {
  const { length } = array
  const fromStart = (position: number): number => (position < 0 ? position + length : position)
  if ('index' in slice) {
    const at = fromStart(slice.index)
    if (at < 0 || at >= length) throw fail({ problem: 'IndexOutOfRange', index: slice.index, length })
    return [array[at]]
  }
  const { from = 0, to = length, step } = slice
  const [first, end] = [fromStart(from), fromStart(to)]
  if (first === end) return []
  if (first < 0 || first >= length || end < 0 || end > length || first > end)
    throw fail({ problem: 'SliceOutOfRange', from, to, length })
  return array.slice(first, end).filter((_, i) => i % step === 0)
}
