import { foldCase } from '../grammar/fold-case.ts'
import { describe } from '../model/describe.ts'
import type { Finding } from '../model/finding.ts'
import { quote } from '../model/quote.ts'
import type { Entry, Format, Mapping } from '../model/tree.ts'
import { finding } from './decode-rules.ts'
import { expected } from './expected-header.ts'
import { aboutHeadless, aboutOther } from './wrappers.ts'

type Name = keyof typeof expected

const names: readonly Name[] = ['apiVersion', 'kind']

interface Named {
  readonly name: Name
  readonly entry: Entry | undefined
}

interface Header {
  readonly findings: readonly Finding[]
  /** A different kind of object: findings about its fields would not help. */
  readonly foreign: boolean
}

/** apiVersion and kind, which the kubelet checks first. */
export function readHeader(tree: Mapping, format: Format): Header {
  const found = names.map((name) => ({ name, entry: entryFor(spellingsOf(tree, name), format) }))
  const other = otherObject(tree, found)
  if (other !== undefined) return { findings: [other], foreign: true }
  const findings = found.flatMap(({ name, entry }) => headerFinding(tree, { name, entry }))
  const foreign = found.some(({ name, entry }) => entry !== undefined && textOf(entry) !== expected[name])
  return { findings, foreign }
}

/** What of it, in any spelling, no object can have: the kubelet reads no further (SimpleMetaFactory.Interpret). */
export const unreadableHeader = (tree: Mapping, format: Format): readonly Finding[] =>
  names.flatMap((name) => {
    const entry = entryFor(spellingsOf(tree, name), format)
    const text = entry === undefined ? '' : textOf(entry)
    const isReadable = text !== undefined && (name === 'kind' || isGroupVersion(text))
    return isReadable ? [] : headerFinding(tree, { name, entry })
  })

const isGroupVersion = (text: string): boolean => text.split('/').length <= 2

const group = 'kubelet.config.k8s.io/'
/** Kinds of the same group that are not for the kubelet's --config. */
const otherKinds: ReadonlySet<string> = new Set(['CredentialProviderConfig', 'SerializedNodeConfigSource'])

/** Whether apiVersion and kind mark a document for a kubelet, even if one of them is wrong. */
export const isForKubelet = (version: string, name: string): boolean =>
  name === expected.kind || (version.startsWith(group) && !otherKinds.has(name))

/** A document of another kind is not advised to call itself a KubeletConfiguration. */
function otherObject(tree: Mapping, [version, name]: readonly Named[]): Finding | undefined {
  if (version?.entry === undefined && name?.entry === undefined) {
    const found = aboutHeadless(tree)
    return found && finding('DECODE-KIND', tree, found)
  }
  const [apiVersion, text] = [version, name].map((one) => one?.entry && textOf(one.entry))
  if (!apiVersion || !text || isForKubelet(apiVersion, text)) return undefined
  return finding('DECODE-KIND', name!.entry!.value, aboutOther(apiVersion, text))
}

/** Go's JSON finds these two in any case. */
const spellingsOf = ({ entries }: Mapping, name: Name): readonly Entry[] =>
  entries.filter(({ key }) => key.length === name.length && foldCase(key) === name.toLowerCase())

/**
 * The value that counts: any that is not a string, because each spelling is decoded; otherwise the last one, in
 * document order for JSON and in byte order for YAML, which arrives with sorted keys and without earlier duplicates.
 */
function entryFor(spellings: readonly Entry[], format: Format): Entry | undefined {
  if (spellings.length < 2) return spellings.find(({ value }) => !isNull(value))
  const decoded = format === 'json' ? spellings : [...new Map(spellings.map((entry) => [entry.key, entry])).values()]
  const sorted = format === 'json' ? decoded : decoded.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const given = sorted.filter(({ value }) => !isNull(value))
  return given.find((entry) => textOf(entry) === undefined) ?? given.at(-1)
}

const isNull = (value: Entry['value']): boolean => value.type === 'scalar' && value.kind === 'null'

const textOf = ({ value }: Entry): string | undefined =>
  value.type === 'scalar' && value.kind === 'string' ? value.text : undefined

function headerFinding(tree: Mapping, { name, entry }: Named): Finding[] {
  const text = entry === undefined ? '' : textOf(entry)
  if (text === expected[name]) return []
  const wanted = `write ${name}: ${expected[name]}`
  if (entry === undefined || text === '')
    return [
      finding('DECODE-KIND', entry?.value ?? tree, {
        path: name,
        subject: name,
        message: 'is missing',
        remedy: wanted,
      }),
    ]
  if (text === undefined) {
    const message = `expected a string, found ${describe(entry.value, name)}`
    return [finding('DECODE-KIND', entry.value, { path: name, message, remedy: wanted })]
  }
  const message = `${quote(text)} must be ${expected[name]}`
  return [finding('DECODE-KIND', entry.value, { path: name, subject: name, message, remedy: wanted })]
}
