import { compactTree } from '../../kubelet/compare/compact.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import { decode } from '../../kubelet/decode/decode.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { newest } from '../../kubelet/model/releases.ts'
import type { Scalar, Tree } from '../../kubelet/model/tree.ts'
import { inFieldOrder, schemaBelow } from '../../kubelet/schema/field-order.ts'
import { configuration, type Schema } from '../../kubelet/schema/schema.ts'
import { Failure } from '../../message/failure.ts'
import { inDoubleQuotes } from '../../quoting.ts'
import { isBlock, textOf } from '../read/embedded.ts'
import { holdingOf } from '../read/holding.ts'
import { maxBytes } from '../read/limits.ts'
import { Lines } from '../read/lines.ts'
import { type Contents, readParts } from '../read/read-parts.ts'
import type { Member } from '../read/survey.ts'
import { yamlText } from '../read/text.ts'
import {
  ConfigurationInQuotes,
  ConfigurationShared,
  type FormatFact,
  MeaningWouldChange,
  TooLargeWithoutAliases,
} from './format-messages.ts'
import { formatYaml } from './format-yaml.ts'
import { inexpressible } from './inexpressible.ts'

/** The text of a file in canonical form, or the findings that prevent it. */
export type Formatted =
  | { readonly outcome: 'text'; readonly text: string; readonly documents: number }
  | { readonly outcome: 'unreadable'; readonly findings: readonly Finding[] }

/**
 * The canonical form of each KubeletConfiguration in a file, also inside ConfigMaps; everything else is kept. Throws
 * Failure 'refused' rather than change the meaning.
 */
export async function formatContents({ text: fileText, members, candidates, parts }: Contents): Promise<Formatted> {
  const broken = members.filter(({ reading }) => reading.outcome === 'unreadable')
  const readings = new Map([...broken, ...candidates, ...parts].map(({ document, reading }) => [document, reading]))
  const findings = [...readings.values()].flatMap(problemsOf)
  if (fileText === undefined || findings.length > 0) return { outcome: 'unreadable', findings }
  const texts = await embeddedTexts(members, new Lines(yamlText(fileText)), formatInner)
  const wanted = new Set(members.filter(({ holds }) => holds === 'configuration').map(({ stream }) => stream))
  const isSame = wanted.size === 0 && texts.size === 0
  const text = isSame ? fileText : await format(fileText, members, { wanted, texts })
  await refuseOther(text, members, texts)
  return { outcome: 'text', text, documents: candidates.length }
}

async function formatInner(text: string): Promise<string> {
  const formatted = await formatContents(await readParts(text))
  return formatted.outcome === 'text' ? formatted.text : text
}

function problemsOf(reading: Reading): readonly Finding[] {
  const holds = holdingOf(reading)
  if (reading.outcome === 'unreadable') return holds === 'unreadable' ? reading.findings : []
  return holds === 'configuration' ? inexpressible(reading.tree) : []
}

interface Wanted {
  readonly wanted: ReadonlySet<number>
  readonly texts: EmbeddedTexts
}

async function format(text: string, [first]: readonly Member[], { wanted, texts }: Wanted): Promise<string> {
  const reading = first?.reading
  if (reading?.outcome === 'tree' && reading.format === 'json') return formatJson(reading.tree)
  const byPlace = new Map(Array.from(texts, ([{ line, column }, one]) => [`${line}:${column}`, one]))
  return formatYaml(yamlText(text), { wanted, texts: byPlace })
}

async function refuseOther(text: string, before: readonly Member[], texts: EmbeddedTexts): Promise<void> {
  if (Buffer.byteLength(text) > maxBytes) throw new Failure('refused', TooLargeWithoutAliases())
  const { members: after } = await readParts(text)
  const expected = before.map(({ reading }) =>
    reading.outcome === 'tree' ? { ...reading, tree: withTexts(reading.tree, texts) } : reading,
  )
  if (expected.length !== after.length || !expected.every((one, i) => meansTheSame(one, after[i]!.reading)))
    throw new Failure('refused', MeaningWouldChange())
}

/** Whether the trees are equal, and the digests, when a kubelet can decode both. */
function meansTheSame(before: Reading, after: Reading): boolean {
  if (before.outcome === 'unreadable' || after.outcome === 'unreadable') return before.outcome === after.outcome
  return compactTree(before.tree) === compactTree(after.tree) && digestOf(before) === digestOf(after)
}

function digestOf(reading: Extract<Reading, { outcome: 'tree' }>): string | undefined {
  const { document } = decode(reading.tree, { release: newest, format: reading.format })
  return document && digest(document)
}

/** The scalars of ConfigMaps that hold documents, with the canonical forms of these documents. */
type EmbeddedTexts = ReadonlyMap<Scalar, string>

/**
 * Formats the documents in ConfigMaps, all of them valid. Throws Failure 'refused' when a document is in quotes, where
 * it has no lines of its own, and when an alias uses it for another key.
 */
async function embeddedTexts(
  members: readonly Member[],
  lines: Lines,
  format: (text: string) => Promise<string>,
): Promise<EmbeddedTexts> {
  const texts = new Map<Scalar, string>()
  for (const member of members) {
    const scalar = ownText(member)
    if (scalar === undefined) continue
    const text = await format(scalar.text)
    if (text === scalar.text) continue
    if (!isBlock(scalar, lines)) throw inQuotes(scalar, member)
    texts.set(scalar, text)
  }
  if (texts.size > 0)
    for (const [reading, some] of Map.groupBy(members, (member) => member.reading)) refuseShared(reading, some, texts)
  return texts
}

/** Only ConfigMaps are formatted: a patch of another tool may mean what it has in its own way. */
const ownText = ({ holds, inside }: Member): Scalar | undefined =>
  holds === 'config-map' && inside ? textOf(inside) : undefined

/** An alias shares the scalar of its anchor. */
function refuseShared(reading: Reading, members: readonly Member[], texts: EmbeddedTexts): void {
  if (reading.outcome !== 'tree') return
  const own = new Set(members.map(ownText))
  for (const scalar of scalarsOf(reading.tree)) if (texts.has(scalar) && !own.delete(scalar)) throw shared(scalar)
}

function* scalarsOf(tree: Tree): Generator<Scalar> {
  if (tree.type === 'scalar') yield tree
  else if (tree.type === 'list') for (const item of tree.items) yield* scalarsOf(item)
  else for (const { value } of tree.entries) yield* scalarsOf(value)
}

function inQuotes({ line }: Scalar, { reading, inside }: Member): Failure {
  const isJson = reading.outcome === 'tree' && reading.format === 'json'
  return refusal(ConfigurationInQuotes({ line, key: inside!.key, isJson }))
}

const shared = ({ line }: Scalar): Failure => refusal(ConfigurationShared({ line }))

const refusal = (fact: FormatFact): Failure => new Failure('refused', fact)

/** The same tree with new texts in its scalars. */
function withTexts(tree: Tree, texts: EmbeddedTexts): Tree {
  if (tree.type === 'scalar') return { ...tree, text: texts.get(tree) ?? tree.text }
  if (tree.type === 'list') return { ...tree, items: tree.items.map((item) => withTexts(item, texts)) }
  return { ...tree, entries: tree.entries.map((entry) => ({ ...entry, value: withTexts(entry.value, texts) })) }
}

/** JSON with fields in the order of the kubelet's type, indented by two spaces. Numbers keep their spelling. */
const formatJson = (tree: Tree): string => `${json(tree, configuration, '')}\n`

function json(tree: Tree, schema: Schema | undefined, indent: string): string {
  if (tree.type === 'scalar') return tree.kind === 'string' ? inDoubleQuotes(tree.text) : tree.text
  const deeper = `${indent}  `
  if (tree.type === 'list')
    return block(
      '[]',
      tree.items.map((item) => json(item, schemaBelow(schema), deeper)),
      indent,
    )
  const members = inFieldOrder(tree.entries, schema, ({ key }) => key).map(
    ({ key, value }) => `${inDoubleQuotes(key)}: ${json(value, schemaBelow(schema, key), deeper)}`,
  )
  return block('{}', members, indent)
}

function block(brackets: '[]' | '{}', parts: readonly string[], indent: string): string {
  const [open, close] = brackets
  if (parts.length === 0) return brackets
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`
}
