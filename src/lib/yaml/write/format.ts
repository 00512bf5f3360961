import { compactTree } from '../../kubelet/compare/compact.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import { decode } from '../../kubelet/decode/decode.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { Failure } from '../../message/failure.ts'
import { holdingOf } from '../read/holding.ts'
import { maxBytes } from '../read/limits.ts'
import { Lines } from '../read/lines.ts'
import { type Contents, readParts } from '../read/read-parts.ts'
import type { Member } from '../read/survey.ts'
import { yamlText } from '../read/text.ts'
import { type EmbeddedTexts, embeddedTexts, withTexts } from './embedded-texts.ts'
import { formatJson } from './format-json.ts'
import { MeaningWouldChange, TooLargeWithoutAliases } from './format-messages.ts'
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
