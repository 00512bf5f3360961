import { finding } from './decode-rules.ts'
import { describe } from './describe.ts'
import type { Finding } from './finding.ts'
import { quote } from './quote.ts'
import type { Entry, Format, Mapping } from './tree.ts'

const apiVersion = 'kubelet.config.k8s.io/v1beta1'
const kind = 'KubeletConfiguration'
/** The header of each KubeletConfiguration. */
export const expected = { apiVersion, kind } as const

type Name = keyof typeof expected

interface Header {
  readonly findings: readonly Finding[]
  /** Another kind of object altogether: looking at its fields would only make noise. */
  readonly foreign: boolean
}

/** apiVersion and kind: what the kubelet asks for before it looks at anything else. */
export function readHeader(tree: Mapping, format: Format): Header {
  const names: readonly Name[] = ['apiVersion', 'kind']
  const found = names.map((name) => ({ name, entry: entryFor(spellingsOf(tree, name), format) }))
  const findings = found.flatMap(({ name, entry }) => headerFinding(tree, { name, entry }))
  const foreign = found.some(({ name, entry }) => entry !== undefined && textOf(entry) !== expected[name])
  return { findings, foreign }
}

/** Go's JSON finds these two in any case, by Unicode's folding: ſ is an s, and the sign for kelvin a k. */
const spellingsOf = ({ entries }: Mapping, name: Name): readonly Entry[] =>
  entries.filter(({ key }) => key.length === name.length && folded(key) === name.toLowerCase())

const folded = (key: string): string => key.toLowerCase().replaceAll('ſ', 's')

/**
 * What counts: anything that is no string, since each spelling is decoded; else the last, in the order of the document, or
 * by byte order for YAML, which reaches it with sorted keys and, of equal ones, the last. Nulls leave what was there.
 */
function entryFor(spellings: readonly Entry[], format: Format): Entry | undefined {
  const decoded = format === 'json' ? spellings : [...new Map(spellings.map((entry) => [entry.key, entry])).values()]
  const sorted = format === 'json' ? decoded : decoded.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const given = sorted.filter(({ value }) => !isNull(value))
  return given.find((entry) => textOf(entry) === undefined) ?? given.at(-1)
}

const isNull = (value: Entry['value']): boolean => value.type === 'scalar' && value.kind === 'null'

const textOf = ({ value }: Entry): string | undefined =>
  value.type === 'scalar' && value.kind === 'string' ? value.text : undefined

function headerFinding(tree: Mapping, { name, entry }: { name: Name; entry: Entry | undefined }): Finding[] {
  const text = entry === undefined ? '' : textOf(entry)
  if (text === expected[name]) return []
  const wanted = `write ${name}: ${expected[name]}`
  if (entry === undefined || text === '')
    return [finding('DECODE-KIND', entry?.value ?? tree, { path: name, message: `${name} is missing`, remedy: wanted })]
  if (text === undefined) {
    const message = `expected a string, found ${describe(entry.value, name)}`
    return [finding('DECODE-KIND', entry.value, { path: name, message, remedy: wanted })]
  }
  const remedy = text === 'ConfigMap' ? 'give the value of its key kubelet, not the ConfigMap itself' : wanted
  const message = `${name} ${quote(text)} must be ${expected[name]}`
  return [finding('DECODE-KIND', entry.value, { path: name, message, remedy })]
}
