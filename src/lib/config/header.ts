import { describe } from './describe.ts'
import type { Finding } from './finding.ts'
import { quote } from './quote.ts'
import { finding } from './rules.ts'
import type { Entry, Format, Mapping } from './tree.ts'

const apiVersion = 'kubelet.config.k8s.io/v1beta1'
const kind = 'KubeletConfiguration'
const expected = { apiVersion, kind } as const

type Name = keyof typeof expected

interface Header {
  readonly findings: readonly Finding[]
  /** Another kind of object altogether: looking at its fields would only make noise. */
  readonly foreign: boolean
}

/** apiVersion and kind: what the kubelet asks for before it looks at anything else. */
export function readHeader(tree: Mapping, format: Format): Header {
  const names: readonly Name[] = ['apiVersion', 'kind']
  const found = names.map((name) => ({ name, entry: entryFor(tree, { name, format }) }))
  const findings = found.flatMap(({ name, entry }) => headerFinding(tree, { name, entry }))
  const foreign = found.some(({ name, entry }) => entry !== undefined && textOf(entry) !== expected[name])
  return { findings, foreign }
}

/**
 * Go's JSON finds these two in any case, and of several spellings takes the last: in the order of the document, or by
 * byte order for YAML, which reaches it with sorted keys.
 */
function entryFor({ entries }: Mapping, { name, format }: { name: Name; format: Format }): Entry | undefined {
  const spellings = entries.filter(({ key, value }) => key.toLowerCase() === name.toLowerCase() && !isNull(value))
  if (format === 'json') return spellings.at(-1)
  return spellings.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).at(-1)
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
  const message = `the kubelet accepts no ${name} but ${expected[name]}, not ${quote(text)}`
  return [finding('DECODE-KIND', entry.value, { path: name, message, remedy })]
}
