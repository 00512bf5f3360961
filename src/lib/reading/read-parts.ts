import type { Reading } from '../config/tree.ts'
import { readEmbedded } from './embedded.ts'
import { embedded, type Holding, holdingOf } from './holding.ts'
import { startReading } from './read.ts'
import { decodeText } from './text.ts'
import { asReading } from './unreadable.ts'

/** A document of a file that is to be judged by itself. */
export interface Part {
  /** Its place among the YAML documents of the file, from 0. */
  readonly document: number
  readonly reading: Reading
}

export interface Contents {
  /** In the order of the file; at least one. */
  readonly parts: readonly Part[]
  /** Does the file hold a KubeletConfiguration, or what could be one if it could be read? */
  readonly relevant: boolean
}

/** What is judged, once a file is taken apart, and what shows that it is to be. */
const wanted: ReadonlySet<Holding> = new Set(['configuration', 'config-map', 'unreadable'])
const foreign: ReadonlySet<Holding> = new Set(['config-map', 'object'])

/**
 * Reads what a file has for kubelets. A file that a kubelet could be given is read as the kubelet reads it: the first
 * document, and a finding about those after it. A file for somebody else, with other objects or ConfigMaps in it, is
 * taken apart: each KubeletConfiguration counts, and so does what cannot be read, for it might be one.
 */
export async function readParts(bytes: Uint8Array): Promise<Contents> {
  try {
    return await partsOf(decodeText(bytes))
  } catch (error) {
    return { parts: [{ document: 0, reading: asReading(error) }], relevant: true }
  }
}

async function partsOf(fileText: string): Promise<Contents> {
  const { source, first, others } = await startReading(fileText)
  const found = [first, ...others].map((reading, document) => ({ document, reading, holds: holdingOf(reading) }))
  const candidates = found.filter(({ holds }) => wanted.has(holds))
  const relevant = candidates.length > 0
  if (!relevant || !found.some(({ holds }) => foreign.has(holds)))
    return { parts: [{ document: 0, reading: first }], relevant }
  const lines = candidates.some(({ holds }) => holds === 'config-map') ? source.text.split('\n') : []
  const parts = candidates.map(async ({ document, reading }) => ({ document, reading: await alone(reading, lines) }))
  return { parts: await Promise.all(parts), relevant }
}

/** The document without those around it, which are for somebody to read; a ConfigMap's is inside. */
async function alone(reading: Reading, lines: readonly string[]): Promise<Reading> {
  if (reading.outcome === 'unreadable' || reading.tree.type !== 'map') return reading
  const inside = holdingOf(reading) === 'config-map' ? embedded(reading.tree) : undefined
  return inside === undefined ? { ...reading, findings: [] } : readEmbedded(inside, lines)
}
