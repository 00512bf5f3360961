import { parseDuration } from '../../quantity/duration.ts'
import { parseInt64 } from '../../quantity/int64.ts'
import { parseQuantity } from '../../quantity/quantity.ts'
import { parseBool } from '../grammar/bool.ts'
import { isIpAddress } from '../grammar/ip.ts'
import type { Tree } from '../model/tree.ts'
import type { FlagType } from './data/flag.ts'
import type { FlagForm } from './flag-messages.ts'
import { readTaints } from './taints-flag.ts'
import { bool, integer, list, map, string } from './trees.ts'

/** The value of a flag, as the kubelet combines all its occurrences; or the form that it requires. */
export type FlagValue = { readonly tree: Tree } | { readonly wanted: FlagForm }

const requires = (wanted: FlagForm): FlagValue => ({ wanted })
const last = (values: readonly string[]): string => values.at(-1)!

/** The first occurrence replaces the default; later ones add to lists and maps, and replace other values. */
export const readValues = (type: FlagType, values: readonly string[]): FlagValue => readers[type](values)

const readers: Readonly<Record<FlagType, (values: readonly string[]) => FlagValue>> = {
  bool: each((text) => {
    const value = parseBool(text)
    return value === undefined ? requires('bool') : { tree: bool(value) }
  }),
  version: each((text) => ({ tree: string(text) })),
  string: each((text) => ({ tree: string(text) })),
  unknown: each((text) => ({ tree: string(text) })),
  int32: each((text) => integerWithin(text, 'int32')),
  int64: each((text) => integerWithin(text, 'int64')),
  level: each((text) => readLevel(text)),
  duration: each((text) => (typeof parseDuration(text) === 'bigint' ? { tree: string(text) } : requires('duration'))),
  quantity: each((text) => (parseQuantity(text) === undefined ? requires('quantity') : { tree: string(text) })),
  ip: each((text) => (isIpAddress(text) ? { tree: string(text) } : requires('ip'))),
  strings: (values) => {
    const lists = values.map(parseCsv)
    const isValid = lists.every((items) => items !== undefined)
    return isValid ? { tree: list(lists.flat().map(string)) } : requires('list')
  },
  pairs: (values) =>
    members(
      values.map((text) => pairsIn(text, '=')),
      string,
      'pairs',
    ),
  pair: (values) =>
    members(
      values.map((text) => pairsIn(text, '=', { single: true })),
      string,
      'pair',
    ),
  thresholds: (values) =>
    members(
      values.map((text) => pairsIn(text, '<')),
      string,
      'thresholds',
    ),
  gates: (values) =>
    members(
      values.map((text) => pairsIn(text, '=')),
      gate,
      'gates',
    ),
  headers: (values) => {
    const headers = values.map((text) => pairsIn(text, ':'))
    const isValid = headers.every((some) => some !== undefined)
    return isValid ? { tree: headersOf(headers.flat()) } : requires('headers')
  },
  vmodule: (values) => {
    const items = values.map((text) => pairsIn(text, '='))
    const isValid = items.every((some) =>
      some?.every(([pattern, level]) => pattern !== '' && 'tree' in readLevel(level)),
    )
    if (!isValid) return requires('patterns')
    return { tree: list(items.flatMap((some) => some!.map(vmoduleItem))) }
  },
  taints: (values) => readTaints(last(values)) ?? requires('taints'),
  'reserved-memory': (values) => readMemory(values) ?? requires('reservations'),
}

/** Every value must be valid, although only the last one counts. */
function each(read: (text: string) => FlagValue): (values: readonly string[]) => FlagValue {
  return (values) => {
    const all = values.map(read)
    return all.find((one) => 'wanted' in one) ?? all.at(-1)!
  }
}

function integerWithin(text: string, size: 'int32' | 'int64'): FlagValue {
  const value = parseGoInteger(text)
  if (value === undefined) return requires('integer')
  const most = 2n ** (size === 'int32' ? 31n : 63n)
  return value < -most || value >= most ? requires(size) : { tree: integer(value) }
}

/** klog's verbosity: an unsigned integer of 31 bits. */
function readLevel(text: string): FlagValue {
  const value = /^\d+$/.test(text) ? parseInt64(text) : undefined
  return value === undefined || value >= 2n ** 31n ? requires('level') : { tree: integer(value) }
}

const vmoduleItem = ([filePattern, verbosity]: readonly [string, string]): Tree =>
  map([
    ['filePattern', string(filePattern)],
    ['verbosity', integer(BigInt(verbosity))],
  ])

const gate = (text: string): Tree | undefined => {
  const value = parseBool(text)
  return value === undefined ? undefined : bool(value)
}

/** All pairs in one mapping; of equal keys, the last wins. */
function members(
  given: readonly (readonly (readonly [string, string])[] | undefined)[],
  treeOf: (text: string) => Tree | undefined,
  wanted: FlagForm,
): FlagValue {
  const entries = new Map<string, Tree | undefined>()
  for (const pairs of given) {
    if (pairs === undefined) return requires(wanted)
    for (const [key, text] of pairs) entries.set(key, treeOf(text))
  }
  const right = [...entries].flatMap(([key, tree]) => (tree === undefined ? [] : [[key, tree] as const]))
  return right.length < entries.size ? requires(wanted) : { tree: map(right) }
}

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y

/**
 * One record of comma-separated values (RFC 4180, as Go's encoding/csv reads it); undefined when a quote is misplaced.
 */
function parseCsv(text: string): readonly string[] | undefined {
  if (text === '') return []
  const values: string[] = []
  field.lastIndex = 0
  for (let separator: string | undefined = ','; separator === ','; ) {
    const match = field.exec(text)
    if (match === null) return undefined
    const [, quoted, plain = ''] = match
    values.push(quoted?.replaceAll('""', '"') ?? plain)
    separator = match[3]
  }
  return values
}

const limit = /^(memory|hugepages-[^=]*)=([^=]*)$/

/**
 * `0:memory=1Gi,hugepages-2Mi=4Mi;1:memory=2Gi`, once or several times; undefined when it does not have this form
 * (pkg/util/flag).
 */
function readMemory(values: readonly string[]): { readonly tree: Tree } | undefined {
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

type Pair = readonly [key: string, value: string]

/**
 * The pairs of `a=b,c=d`, without surrounding spaces; undefined when a part has no separator (component-base/cli/flag).
 */
function pairsIn(text: string, separator: string, { single = false } = {}): readonly Pair[] | undefined {
  const parts = single ? [text] : text.split(',').filter((part) => part !== '')
  const pairs = parts.map((part): Pair | undefined => {
    const at = part.indexOf(separator)
    return at === -1 ? undefined : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined
}

/** A name may occur several times, and then has several values. */
function headersOf(pairs: readonly (Pair | undefined)[]): Tree {
  const named = pairs.filter((pair) => pair !== undefined)
  const values = Map.groupBy(named, ([name]) => name)
  return map([...values].map(([name, some]) => [name, list(some.map(([, value]) => string(value)))] as const))
}

const shape = /^[-+]?(?:0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?\d)*)$/

/**
 * Like Go's strconv.ParseInt with base 0: `0x10`, `0b11`, `0o17`, `017` and `1_000`; undefined when the text is not an
 * integer.
 */
function parseGoInteger(text: string): bigint | undefined {
  if (!shape.test(text)) return undefined
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '').toLowerCase()
  const size = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits)
  return text.startsWith('-') ? -size : size
}
