import { finding } from '../config/decode-rules.ts'
import type { Position, Reading } from '../config/tree.ts'
import { type Holding, holdingOf, itemsOf } from './holding.ts'
import { startReading } from './read.ts'
import type { Source } from './text.ts'

type TreeReading = Extract<Reading, { outcome: 'tree' }>

/** What stands by itself in a file: a YAML document, or an item of a v1 List with ConfigMaps for us. */
export interface Member {
  /** From 0; the items of a List count one by one. */
  readonly document: number
  /** Place of its YAML document in the stream. */
  readonly stream: number
  readonly reading: Reading
  readonly holds: Holding
}

export interface Survey {
  readonly source: Source
  readonly members: readonly Member[]
  /** Those for a kubelet, and those that cannot be read, for they might be. */
  readonly candidates: readonly Member[]
  /** Is the file for somebody else? Then a kubelet gets a part of it, not the file. */
  readonly foreign: boolean
}

const wanted: ReadonlySet<Holding> = new Set(['configuration', 'config-map', 'unreadable'])
const others: ReadonlySet<Holding> = new Set(['config-map', 'object'])

/** Reads all that is in the text of a file, and tells what is for whom. */
export async function survey(text: string): Promise<Survey> {
  const { source, first, others: rest } = await startReading(text)
  const members = [first, ...rest].flatMap(membersOf).map((member, document) => ({ ...member, document }))
  return {
    source,
    members,
    candidates: members.filter(({ holds }) => wanted.has(holds)),
    foreign: members.some(({ holds }) => others.has(holds)),
  }
}

function membersOf(reading: Reading, stream: number): readonly Omit<Member, 'document'>[] {
  const itself = { stream, reading, holds: holdingOf(reading) }
  if (reading.outcome === 'unreadable') return [itself]
  const items = itemsOf(reading.tree).map((tree) => itemOf({ ...reading, tree }, stream))
  return items.some(({ holds }) => wanted.has(holds)) ? items : [itself]
}

function itemOf(reading: TreeReading, stream: number): Omit<Member, 'document'> {
  const holds = holdingOf(reading)
  if (holds === 'configuration') return { stream, reading: misplaced(reading.tree), holds: 'unreadable' }
  return { stream, reading, holds: holds === 'config-map' ? holds : 'object' }
}

const misplaced = (at: Position): Reading => ({
  outcome: 'unreadable',
  findings: [
    finding('DECODE-KIND', at, {
      message: 'an item of a List is a KubeletConfiguration, which neither a kubelet nor an API server takes there',
      remedy: 'give it a file of its own, or put its text into a ConfigMap',
    }),
  ],
})
