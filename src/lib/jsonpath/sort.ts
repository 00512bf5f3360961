import { Failure } from '../message/failure.ts'
import { parseQuantity, type Quantity } from '../quantity/quantity.ts'
import { valuesAt } from './evaluate.ts'
import { NotSortable, SortFieldMissing } from './jsonpath-messages.ts'
import type { Template } from './template.ts'

type Key = string | number | boolean | undefined

/**
 * Sorts by the first value at a path, as kubectl --sort-by does: numbers and quantities by value, other texts by code
 * points, objects without a value first. Equal objects keep their order. Throws Failure 'usage' when no object has a
 * value, and when two values cannot be compared.
 */
export function sortBy<Row>(rows: readonly Row[], path: Template, dataOf: (row: Row) => unknown): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: valuesAt(path, dataOf(row))[0] }))
  if (rows.length > 0 && keyed.every(({ key }) => key === undefined))
    throw new Failure('usage', SortFieldMissing({ path: path.source }))
  const order = (left: unknown, right: unknown): number => orderOf(left, right) ?? refuse(path, left, right)
  return keyed.toSorted((one, other) => order(one.key, other.key)).map(({ row }) => row)
}

function refuse(path: Template, left: unknown, right: unknown): never {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)]
  throw new Failure('usage', NotSortable({ path: path.source, left: one, right: other }))
}

/** undefined: they cannot be compared. */
function orderOf(left: unknown, right: unknown): number | undefined {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined)
  if (typeof left !== typeof right || typeof left === 'object') return undefined
  if (typeof left === 'string') return orderOfTexts(left, right as string)
  return Number(left) - Number(right as Key)
}

function orderOfTexts(left: string, right: string): number {
  const [one, other] = [parseQuantity(left), parseQuantity(right)]
  if (one !== undefined && other !== undefined) return orderOfQuantities(one, other)
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

const orderOfQuantities = ({ nanos: one }: Quantity, { nanos: other }: Quantity): number =>
  one === other ? 0 : one < other ? -1 : 1
