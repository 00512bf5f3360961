import { finding } from '../../kubelet/decode/decode-rules.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import { type Embedded, embedded, type Holding, holdingOf, itemsOf } from './holding.ts'
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

const wanted: ReadonlySet<Holding> = new Set(['configuration', 'config-map', 'unreadable'])
const others: ReadonlySet<Holding> = new Set(['config-map', 'object'])

/** Reads all parts of a file, and determines what each of them is. */
export async function survey(text: string): Promise<Survey> {
  const { source, first, others: rest } = await startReading(text)
  const members = [first, ...rest].flatMap(membersOf).map((member, document) => ({ ...member, document }))
  return {
    text,
    source,
    members,
    candidates: members.filter(({ holds }) => wanted.has(holds)),
    foreign: members.some(({ holds }) => others.has(holds)),
  }
}

function membersOf(reading: Reading, stream: number): readonly Unnumbered[] {
  const holds = holdingOf(reading)
  if (reading.outcome === 'unreadable') return [{ stream, reading, holds }]
  if (holds === 'config-map') return textsOf(reading, stream)
  const items = itemsOf(reading.tree).flatMap((tree) => itemOf({ ...reading, tree }, stream))
  return items.some((item) => wanted.has(item.holds)) ? items : [{ stream, reading, holds }]
}

const textsOf = (reading: TreeReading, stream: number): readonly Unnumbered[] =>
  embedded(reading.tree).map((inside) => ({ stream, reading, holds: 'config-map', inside }))

function itemOf(reading: TreeReading, stream: number): readonly Unnumbered[] {
  const holds = holdingOf(reading)
  if (holds === 'config-map') return textsOf(reading, stream)
  if (holds === 'configuration') return [{ stream, reading: misplaced(reading.tree), holds: 'unreadable' }]
  return [{ stream, reading, holds: 'object' }]
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
