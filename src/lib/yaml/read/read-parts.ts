import type { Reading } from '../../kubelet/model/reading.ts'
import { readEmbedded, textOf } from './embedded.ts'
import { Lines } from './lines.ts'
import { type Member, type Survey, survey } from './survey.ts'
import { decodeText, type Source } from './text.ts'
import { asReading } from './unreadable.ts'
import { isDivided } from './yaml-stream.ts'

/** A document of a file that is to be judged by itself. */
export interface Part {
  /** Its place among the documents of the file, from 0; the items of a List count one by one, and so do texts of a ConfigMap. */
  readonly document: number
  /** Is it the file as it stands, which a kubelet could be given? */
  readonly isWhole: boolean
  readonly reading: Reading
  /** What a kubelet is to be given, to the letter; undefined when it is no text, or nobody knows where it ends. */
  text(): Promise<string | undefined>
}

export interface Contents extends Pick<Survey, 'members' | 'candidates' | 'foreign'> {
  /** The file as it stands; undefined when it is no text. */
  readonly text: string | undefined
  /** In the order of the file; at least one. */
  readonly parts: readonly Part[]
  /** Does the file hold a KubeletConfiguration, or what could be one if it could be read? */
  readonly relevant: boolean
}

/**
 * Reads what a file has for kubelets, from its bytes or from its text. A file that a kubelet could be given is read as the kubelet reads it: the first
 * document, and a finding about those after it. A file for somebody else, with other objects or ConfigMaps in it, is
 * taken apart: each KubeletConfiguration counts, and so does what cannot be read, for it might be one.
 */
export async function readParts(file: Uint8Array | string): Promise<Contents> {
  try {
    return await partsOf(await survey(typeof file === 'string' ? file : decodeText(file)))
  } catch (error) {
    const part = { document: 0, isWhole: true, reading: asReading(error), text: async () => undefined }
    return { text: undefined, parts: [part], members: [], candidates: [], foreign: false, relevant: true }
  }
}

/** The same of a file that was read before. */
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

/** A member without those around it, which are for somebody to read; a ConfigMap's is inside. */
async function taken(
  { document, stream, reading, inside }: Member,
  { source, lines }: { source: Source; lines: Lines },
): Promise<Part> {
  if (inside !== undefined) {
    const text = async () => textOf(inside)?.text
    return { document, isWhole: false, reading: await readEmbedded(inside, lines), text }
  }
  if (reading.outcome === 'unreadable') return { document, isWhole: false, reading, text: async () => undefined }
  const text = async () => (await import('./document-text.ts')).documentText(source.text, stream)
  return { document, isWhole: false, reading: { ...reading, findings: [] }, text }
}
