import { decode } from '../../kubelet/decode/decode.ts'
import { expected } from '../../kubelet/decode/expected-header.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Mapping } from '../../kubelet/model/tree.ts'
import { readDocument } from './read.ts'

/**
 * What a kubelet reports of its configuration (GET /configz); undefined when it is not that. Up to 1.35 it has no header.
 */
export async function readConfigz(body: string, release: Release): Promise<ConfigDocument | undefined> {
  const reading = await readDocument(body)
  if (reading.outcome === 'unreadable' || reading.tree.type !== 'map') return undefined
  const inside = reading.tree.entries.find(({ key }) => key === 'kubeletconfig')?.value
  return inside?.type === 'map' ? decode(withHeader(inside), { release, format: 'json' }).document : undefined
}

const at = { line: 1, column: 1 } as const

function withHeader(tree: Mapping): Mapping {
  const missing = Object.entries(expected).filter(([name]) => !tree.entries.some(({ key }) => key === name))
  const header = missing.map(
    ([key, text]) => ({ key, at, value: { type: 'scalar', kind: 'string', text, ...at } }) as const,
  )
  return { ...tree, entries: [...header, ...tree.entries] }
}
