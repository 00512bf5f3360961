import { decode } from '../../kubelet/decode/decode.ts'
import type { FileLayer } from '../../kubelet/merge/layers.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { readDocument } from './read.ts'

/** Reads a file that a kubelet merges with others; or why no kubelet reads it. */
export async function readLayer(file: string, bytes: Uint8Array | string): Promise<FileLayer | readonly Finding[]> {
  const reading = await readDocument(bytes)
  if (reading.outcome === 'unreadable') return reading.findings
  const { tree, format } = reading
  if (tree.type === 'map') return { file, tree, format }
  return decode(tree, { release: newest, format }).findings
}
