import { parseInt64 } from '../../quantity/int64.ts'
import { quote } from '../model/quote.ts'

/** A limit of this program: the kubelet stores each CPU of a range, and runs out of memory far above this. */
const mostCpus = 2n ** 24n

/**
 * The fault of a set of CPUs such as `0-3,8`, as the end of a sentence; undefined when it is valid
 * (k8s.io/utils/cpuset, Parse). It may be empty or unordered, and may name a CPU twice.
 */
export function flawOfCpuSet(text: string): string | undefined {
  let cpus = 0n
  for (const item of text === '' ? [] : text.split(',')) {
    const [first, last] = boundsOf(item)
    if (first === undefined || last === undefined)
      return `must be numbers and ranges such as 0-3,8 without spaces, not ${quote(item)}`
    if (first > last) return `must not have the range ${quote(item)}, which ends before it begins`
    cpus += last - first + 1n
  }
  return cpus > mostCpus ? `must not name more than ${mostCpus} CPUs` : undefined
}

/** First and last CPU of a range; equal for a single number. */
function boundsOf(item: string): readonly [first: bigint | undefined, last: bigint | undefined] {
  const dash = item.indexOf('-')
  return dash < 0
    ? [parseInt64(item), parseInt64(item)]
    : [parseInt64(item.slice(0, dash)), parseInt64(item.slice(dash + 1))]
}
