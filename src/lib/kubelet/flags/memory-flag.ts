import { parseQuantity } from '../../quantity/quantity.ts'
import type { Tree } from '../model/tree.ts'
import { parseGoInteger } from './go-integer.ts'
import { integer, list, map, string } from './trees.ts'

const limit = /^(memory|hugepages-[^=]*)=([^=]*)$/

/**
 * `0:memory=1Gi,hugepages-2Mi=4Mi;1:memory=2Gi`, once or several times; undefined when it does not have this form
 * (pkg/util/flag).
 */
export function readMemory(values: readonly string[]): { readonly tree: Tree } | undefined {
  const nodes = values.filter((text) => text !== '').flatMap((text) => text.split(';').map(nodeOf))
  return nodes.every((node) => node !== undefined) ? { tree: list(nodes) } : undefined
}

function nodeOf(text: string): Tree | undefined {
  const [node = '', limits = '', ...more] = text.split(':')
  const numaNode = /^[-+]?\d+$/.test(node) ? parseGoInteger(node.replace(/^([-+]?)0+(?=\d)/, '$1')) : undefined
  const amounts = limits.split(',').map((one) => limit.exec(one))
  if (numaNode === undefined || more.length > 0) return undefined
  if (!amounts.every((amount) => amount !== null && parseQuantity(amount[2]!) !== undefined)) return undefined
  return map([
    ['numaNode', integer(numaNode)],
    ['limits', map(amounts.map((amount) => [amount![1]!, string(amount![2]!)]))],
  ])
}
