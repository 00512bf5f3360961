import type { Reading } from '../../kubelet/model/reading.ts'
import type { Scalar, Tree } from '../../kubelet/model/tree.ts'
import { Failure } from '../../message/failure.ts'
import { isBlock, textOf } from '../read/embedded.ts'
import type { Lines } from '../read/lines.ts'
import type { Member } from '../read/survey.ts'
import type { FormatFact } from './format-messages.ts'
import { ConfigurationInQuotes, ConfigurationShared } from './format-messages.ts'

/** The scalars of ConfigMaps that hold documents, with the canonical forms of these documents. */
export type EmbeddedTexts = ReadonlyMap<Scalar, string>

/**
 * Formats the documents in ConfigMaps, all of them valid. Throws Failure 'refused' when a document is in quotes, where
 * it has no lines of its own, and when an alias uses it for another key.
 */
export async function embeddedTexts(
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
export function withTexts(tree: Tree, texts: EmbeddedTexts): Tree {
  if (tree.type === 'scalar') return { ...tree, text: texts.get(tree) ?? tree.text }
  if (tree.type === 'list') return { ...tree, items: tree.items.map((item) => withTexts(item, texts)) }
  return { ...tree, entries: tree.entries.map((entry) => ({ ...entry, value: withTexts(entry.value, texts) })) }
}
