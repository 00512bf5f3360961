import type { Chance } from '../generate/chance.ts'
import { type Node, nodeOf } from '../generate/node.ts'
import type { Entries } from '../generate/values.ts'

/** What is spelled otherwise, once in so many times. */
interface Rates {
  readonly names: number
  readonly numbers: number
  readonly nulls: number
}

/** The fields of a drop-in, with names in other cases, also beside the right one, numbers spelled in other ways, and nulls. */
export const spelled = (chance: Chance, entries: Entries, rates: Rates): Entries =>
  entries.flatMap(([name, value]) => {
    const own = [name, spelledValue(chance, value, rates)] as const
    if (!chance.once(rates.names)) return [own]
    const other = [inOtherCase(chance, name), spelledValue(chance, part(chance, value), rates)] as const
    return other[0] === name || chance.once(2) ? [[other[0], own[1]]] : chance.once(2) ? [own, other] : [other, own]
  })

/** Null removes what is below; deeper ones only some of it. */
function spelledValue(chance: Chance, node: Node, rates: Rates): Node {
  if (chance.once(rates.nulls)) return nodeOf(null)
  if (node.type === 'map') return { ...node, entries: spelled(chance, node.entries, rates) }
  if (node.type === 'list') return { ...node, items: node.items.map((item) => spelledValue(chance, item, rates)) }
  const isInteger = node.type === 'number' && /^-?\d+$/.test(node.text)
  return isInteger && chance.once(rates.numbers) ? { type: 'number', text: otherNumber(chance, node.text) } : node
}

/** Some of what a mapping or a list has. */
function part(chance: Chance, node: Node): Node {
  if (node.type === 'map') return { ...node, entries: chance.some(node.entries, node.entries.length / 2) }
  return node.type === 'list' ? { ...node, items: chance.some(node.items, node.items.length / 2) } : node
}

const otherNumber = (chance: Chance, text: string): string =>
  chance.pick([
    `${text}.0`,
    `${text}e0`,
    `${text}0e-1`,
    `${text}E+1`,
    '-0',
    '-0.0',
    '1e-400',
    '9223372036854775808',
    '18446744073709551616',
    '1E+21',
  ])

/** Go folds by Unicode: ſ is an s, and the kelvin sign is a k. */
const inOtherCase = (chance: Chance, name: string): string =>
  chance.pick([
    name.toUpperCase(),
    name.toLowerCase(),
    `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    name.replace(/[sS]/, 'ſ').replace(/[kK]/, '\u212a'),
  ])
