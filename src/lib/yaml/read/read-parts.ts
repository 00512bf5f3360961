import type { Reading } from '../../kubelet/model/reading.ts'
import { readEmbedded, textOf } from './embedded.ts'
import { Lines } from './lines.ts'
import { type Member, type Survey, survey } from './survey.ts'
import { decodeText, type Source } from './text.ts'
import { asReading } from './unreadable.ts'
import { isDivided } from './yaml-stream.ts'

/** A document of a file that is validated on its own. */
export interface DocumentPart {
  /**
   * Its index among the documents of the file, from 0. The items of a List and the texts of a ConfigMap count one by
   * one.
   */
  readonly document: number
  /** Whether it is the whole file, which a kubelet could read. */
  readonly isWhole: boolean
  readonly reading: Reading
  /** The text for a kubelet, byte for byte; undefined when it is not text, or when its end is unknown. */
  text(): Promise<string | undefined>
}

export interface Contents extends Pick<Survey, 'members' | 'candidates' | 'foreign'> {
  /** The whole text of the file; undefined when it is not text. */
  readonly text: string | undefined
  /** In the order of the file; never empty. */
  readonly parts: readonly DocumentPart[]
  /** Whether the file has a KubeletConfiguration, or something unreadable that might be one. */
  readonly relevant: boolean
}

/**
 * Reads the parts of a file that are for kubelets, from its bytes or its text. A file that a kubelet could read is read
 * as the kubelet does: the first document, and a finding about later ones. In a file with other objects or ConfigMaps,
 * each KubeletConfiguration is a part, and so is each unreadable document, which might be one.
 */
export async function readParts(file: Uint8Array | string): Promise<Contents> {
  try {
    return await partsOf(await survey(typeof file === 'string' ? file : decodeText(file)))
  } catch (error) {
    const part = { document: 0, isWhole: true, reading: asReading(error), text: async () => undefined }
    return { text: undefined, parts: [part], members: [], candidates: [], foreign: false, relevant: true }
  }
}

/** The same for a file that was read before. */
export async function partsOf(found: Survey): Promise<Contents> {
  const { members, candidates, foreign, source } = found
  const relevant = candidates.length > 0
  const isUnclear = members.some(({ holds }) => holds === 'unreadable') && isDivided(source.text)
  const text = async () => (isUnclear ? undefined : found.text)
  const whole = { document: 0, isWhole: true, reading: members[0]!.reading, text }
  if (!relevant || !foreign) return { ...found, parts: [whole], relevant }
  const lines = new Lines(source.text)
  const parts = candidates.map((member) => taken(member, { source, lines }))
  return { ...found, parts: await Promise.all(parts), relevant }
}

/** A member as a part of its own; a ConfigMap's text is inside it. */
async function taken(
  { document, stream, reading, inside, from }: Member,
  { source, lines }: { source: Source; lines: Lines },
): Promise<DocumentPart> {
  if (inside !== undefined) {
    const text = async () => textOf(inside)?.text
    return { document, isWhole: false, reading: await readEmbedded(inside, lines), text }
  }
  if (reading.outcome === 'unreadable') return { document, isWhole: false, reading, text: async () => undefined }
  const text = async () => (await import('./document-text.ts')).documentText(from ?? source.text, stream)
  return { document, isWhole: false, reading: { ...reading, findings: [] }, text }
}
