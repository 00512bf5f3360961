import { formatAmount } from '../sizing/amounts.ts'
import { floor } from '../sizing/size.ts'
import type { OutOfRange } from '../sizing/size-fact.ts'

/** What is asked for, and what is possible. */
export const rangeIn = ({ resource, target, largest }: OutOfRange): string => {
  const [show, asked] = [formatAmount[resource], `${resource} ${formatAmount[resource](target)}`]
  return target > largest
    ? `${asked}: the largest size is ${show(largest)}, allocatable less ${show(floor[resource])} for the balloon`
    : `${asked}: a size must be greater than zero`
}

export const rangeAdvice = ({ resource, target, largest }: OutOfRange): string =>
  target > largest
    ? `use at most ${resource} ${formatAmount[resource](largest)}, or max`
    : 'to keep pods away from a node, use kubectl cordon'

/** The same of a machine. */
export function machineIn(problems: readonly OutOfRange[]): string {
  const asked = problems.map(({ resource, target }) => `${resource} ${formatAmount[resource](target)}`)
  const has = problems.map(({ resource, largest }) => `${resource} ${formatAmount[resource](largest)}`)
  return `${asked.join(' and ')}: its machine has ${has.join(' and ')}`
}

export function machineAdvice(node: string, problems: readonly OutOfRange[]): string {
  const flags = problems.map(({ resource, target }) => `--${resource} ${formatAmount[resource](target)}`)
  return `to resize its machine as well: nodesize autoscale exec ${node} ${flags.join(' ')} -- HOOK`
}
