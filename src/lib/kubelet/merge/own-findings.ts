import { decode } from '../decode/decode.ts'
import { finding } from '../decode/decode-rules.ts'
import { allDuplicates } from '../decode/duplicates.ts'
import { expected } from '../decode/expected-header.ts'
import { readHeader, unreadableHeader } from '../decode/header.ts'
import { foldCase } from '../grammar/fold-case.ts'
import type { Finding } from '../model/finding.ts'
import { compareReleases, type Release } from '../model/releases.ts'
import type { Format, Mapping, Position, Tree } from '../model/tree.ts'
import { configuration } from '../schema/schema.ts'
import { versionedSince } from './versioned-since.ts'

interface Own {
  readonly tree: Mapping
  readonly format: Format
}

/** Why the kubelet does not read a drop-in: its header, keys that occur twice. Values count only after the merge. */
export function fatalOfDropIn({ tree, format }: Own, release: Release): readonly Finding[] {
  const unreadable = unreadableHeader(tree, format)
  if (unreadable.length > 0) return unreadable
  const isAnyKind = !isKindChecked(release) && hasKind(tree)
  const ofHeader = isAnyKind ? [] : readHeader(withExactHeader(tree), format).findings
  return [...ofHeader, ...numbersBeyond(tree), ...keysTwice(tree)]
}

/** Also below a key that no field has: nothing is decoded by a type yet. */
const keysTwice = (tree: Mapping): readonly Finding[] =>
  [...allDuplicates(tree, { path: '', schema: configuration })]
    .filter(({ rule }) => rule === 'STRICT-DUPLICATE')
    .map((found) => ({ ...found, ...refused }))

const refused = {
  message: 'given twice, which the kubelet refuses in a drop-in',
  stage: 'decode',
  fatal: true,
} as const

/** Before, any object will do. */
const isKindChecked = (release: Release): boolean => compareReleases(release, versionedSince) >= 0

function hasKind({ entries }: Mapping): boolean {
  const values = Object.keys(expected).map((name) => entries.findLast(({ key }) => key === name)?.value)
  const texts = values.map((value) => (value?.type === 'scalar' && value.kind === 'string' ? value.text : undefined))
  const [apiVersion, kind] = texts
  const isAbsent = values[0] === undefined || (values[0].type === 'scalar' && values[0].kind === 'null')
  return (isAbsent || apiVersion !== undefined) && kind !== undefined && kind !== ''
}

/** Every number of a drop-in goes through a float64 or an int64, whatever replaces it afterwards. */
function numbersBeyond(tree: Tree): readonly Finding[] {
  if (tree.type === 'map') return tree.entries.flatMap(({ value }) => numbersBeyond(value))
  if (tree.type === 'list') return tree.items.flatMap(numbersBeyond)
  if (tree.kind !== 'int' && tree.kind !== 'float') return []
  const message = 'must fit a float64'
  return Number.isFinite(Number(tree.text)) ? [] : [finding('DECODE-RANGE', tree, { message })]
}

/** In a drop-in, apiVersion and kind are found in this spelling only. */
const withExactHeader = (tree: Mapping): Mapping => ({
  ...tree,
  entries: tree.entries.filter(({ key }) => key in expected || !foldedHeader.has(foldCase(key))),
})

const foldedHeader: ReadonlySet<string> = new Set(Object.keys(expected).map(foldCase))

/**
 * Keys of a drop-in that no field has, or none in this spelling. Nobody is told of the first. Of the others, those count
 * whose values stand in the merged configuration: `placed` knows the places of these.
 */
export function unknownKeys({ tree, format }: Own, release: Release, placed: ReadonlySet<string>): readonly Finding[] {
  const stray = decode(tree, { release, format }).findings.filter(({ rule }) => unknownFieldRules.has(rule))
  if (stray.length === 0) return []
  const values = new Map(valuesByKey(tree))
  return stray.map((found) => {
    const value = found.line === undefined ? undefined : values.get(keyOf(found as Position))
    const counts = value !== undefined && found.rule === 'STRICT-CASE' && placesIn(value).some((at) => placed.has(at))
    if (!counts) return found
    const { path, remedy } = found
    const message = 'wrong case: it counts only because no other spelling of this field comes after it'
    return finding('DROPIN-CASE', found as Position, { path, message, remedy })
  })
}

const unknownFieldRules: ReadonlySet<string> = new Set(['STRICT-UNKNOWN', 'STRICT-CASE'])

export const keyOf = ({ line, column }: Position): string => `${line}:${column}`

function valuesByKey(tree: Tree): readonly (readonly [string, Tree])[] {
  if (tree.type === 'list') return tree.items.flatMap(valuesByKey)
  if (tree.type !== 'map') return []
  return tree.entries.flatMap(({ at, value }) => [[keyOf(at), value] as const, ...valuesByKey(value)])
}

function placesIn(tree: Tree): readonly string[] {
  if (tree.type === 'map') return tree.entries.flatMap(({ value }) => placesIn(value))
  return [keyOf(tree), ...(tree.type === 'list' ? tree.items.flatMap(placesIn) : [])]
}
