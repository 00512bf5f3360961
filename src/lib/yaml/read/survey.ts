import { finding } from '../../kubelet/decode/decode-rules.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import { type Chunk, chunksOf, isOfOtherApi } from './broken-neighbour.ts'
import { embeddedTexts } from './embedded-texts.ts'
import { type Embedded, embedded, type Holding, holdingOf, itemsOf } from './holding.ts'
import { type Locate, locator } from './locate.ts'
import { startReading } from './read.ts'
import type { Source } from './text.ts'

type TreeReading = Extract<Reading, { outcome: 'tree' }>

/**
 * A part of a file: a YAML document, an item of a v1 List that has ConfigMaps with documents, or a text in a ConfigMap.
 */
export interface Member {
  /** From 0. The items of a List and the texts of a ConfigMap count one by one. */
  readonly document: number
  /** The index of its YAML document in the stream. */
  readonly stream: number
  readonly reading: Reading
  readonly holds: Holding
  /** The text in a ConfigMap. */
  readonly inside?: Embedded
  /** The text that it was read from, when that is only the end of the file: `stream` counts from its start. */
  readonly from?: string
}

type Unnumbered = Omit<Member, 'document'>

export interface Survey {
  /** The whole text of the file. */
  readonly text: string
  /** The part of it that was read. */
  readonly source: Source
  readonly members: readonly Member[]
  /** Members for a kubelet, and unreadable ones, which might be for a kubelet. */
  readonly candidates: readonly Member[]
  /** Whether the file has other objects: a kubelet then gets a part of it, not the file. */
  readonly foreign: boolean
}

const wanted: ReadonlySet<Holding> = new Set(['configuration', 'config-map', 'embedding', 'unreadable'])
const others: ReadonlySet<Holding> = new Set(['config-map', 'embedding', 'object'])
const certain: ReadonlySet<Holding> = new Set(['configuration', 'config-map', 'embedding'])

/** Reads all parts of a file, and determines what each of them is. */
export async function survey(text: string): Promise<Survey> {
  const { source, first, others: rest } = await startReading(text)
  const read = [first, ...rest].flatMap(membersOf)
  const members = (await withBroken(read, source.text)).map((member, document) => ({ ...member, document }))
  return {
    text,
    source,
    members,
    candidates: members.filter(({ holds }) => wanted.has(holds)),
    foreign: members.some(({ holds }) => others.has(holds)),
  }
}

/** The members of a file of which one cannot be read, and those below it. */
async function withBroken(read: readonly Unnumbered[], text: string): Promise<readonly Unnumbered[]> {
  const last = read.at(-1)
  if (!read.some(({ holds }) => holds === 'unreadable')) return read
  const chunks = chunksOf(text)
  const rest = last?.holds === 'unreadable' ? chunks.slice(last.stream + 1) : []
  return withoutNeighbours([...read, ...(await membersBelow(rest))], chunks)
}

/**
 * A document that cannot be read may end the reading of those below it: nobody can tell where a bracket ends that is not
 * closed. Then they are read one by one.
 */
async function membersBelow(chunks: readonly Chunk[]): Promise<readonly Unnumbered[]> {
  const members: Unnumbered[] = []
  for (const { text, above } of chunks) {
    const { first } = await startReading(text, (part) => below(locator(part), above))
    members.push(...membersOf(first, 0).map((member) => ({ ...member, from: text })))
  }
  return members
}

const below =
  (locate: Locate, lines: number): Locate =>
  (offset) => {
    const { line, column } = locate(offset)
    return { line: line + lines, column }
  }

/** Beside a document for a kubelet, a broken one that is for somebody else does not matter: no kubelet gets it. */
function withoutNeighbours(members: readonly Unnumbered[], chunks: readonly Chunk[]): readonly Unnumbered[] {
  if (!members.some(({ holds }) => certain.has(holds))) return members
  return members.map((member) => {
    const { holds, from, stream } = member
    const own = from ?? chunks[stream]?.text ?? ''
    return holds === 'unreadable' && isOfOtherApi(own) ? { ...member, holds: 'object' } : member
  })
}

function membersOf(reading: Reading, stream: number): readonly Unnumbered[] {
  const holds = holdingOf(reading)
  if (reading.outcome === 'unreadable') return [{ stream, reading, holds }]
  if (holds === 'config-map') return textsOf(reading, stream)
  const items = itemsOf(reading.tree).flatMap((tree) => itemOf({ ...reading, tree }, stream))
  if (items.some((item) => wanted.has(item.holds))) return items
  return holds === 'object' ? embeddedTextsOr(reading, stream) : [{ stream, reading, holds }]
}

const textsOf = (reading: TreeReading, stream: number): readonly Unnumbered[] =>
  embedded(reading.tree).map((inside) => ({ stream, reading, holds: 'config-map', inside }))

/** An object of another kind, or the documents in its texts. */
function embeddedTextsOr(reading: TreeReading, stream: number): readonly Unnumbered[] {
  const isList = itemsOf(reading.tree).length > 0
  const texts = isList ? [] : embeddedTexts(reading.tree)
  if (texts.length === 0) return [{ stream, reading, holds: 'object' }]
  return texts.map((inside) => ({ stream, reading, holds: 'embedding', inside }))
}

function itemOf(reading: TreeReading, stream: number): readonly Unnumbered[] {
  const holds = holdingOf(reading)
  if (holds === 'config-map') return textsOf(reading, stream)
  if (holds === 'configuration') return [{ stream, reading: misplaced(reading.tree), holds: 'unreadable' }]
  return embeddedTextsOr(reading, stream)
}

const misplaced = (at: Position): Reading => ({
  outcome: 'unreadable',
  findings: [
    finding('DECODE-KIND', at, {
      message: 'an item of a List is a KubeletConfiguration, which neither a kubelet nor an API server accepts there',
      remedy: 'move it to a file of its own, or add its text to a ConfigMap',
    }),
  ],
})
