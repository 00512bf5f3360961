import type { Failure } from '../message/failure.ts'
import type { DataProblem } from './jsonpath-messages.ts'
import type { Operator } from './template.ts'

interface Comparison {
  readonly left: unknown
  readonly operator: Operator
  readonly right: unknown
}

/** Texts with texts, numbers with numbers; booleans are equal or not. Everything else is not comparable. */
export function compare({ left, operator, right }: Comparison, fail: (problem: DataProblem) => Failure): boolean {
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
