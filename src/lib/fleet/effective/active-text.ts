import type { ReportedConfig } from '../../agent/report/report.ts'
import type { PastDocument } from '../../documents/past-document.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, globalTarget, nodeTarget, type Target } from '../../documents/target.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import { decode } from '../../kubelet/decode/decode.ts'
import type { FileLayer, Origin } from '../../kubelet/merge/layers.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { readLayer } from '../../yaml/read/read-layer.ts'
import type { Cluster } from '../cluster.ts'

type Document = Extract<Origin, { readonly kind: 'document' }>

/** The text of a document that a kubelet runs, and what values of it have as their origin. */
export interface ActiveText {
  readonly layer: FileLayer
  readonly origin: Omit<Document, 'line'>
}

export interface WantedText {
  readonly node: string
  readonly active: Exclude<ReportedConfig, { readonly source: 'local' }>
  readonly release: Release
}

/** The history of a target; empty when it may not be read. */
export type PastOf = (target: Target) => Promise<readonly PastDocument[]>

/** Reads each history once. */
export function pastIn({ history }: Pick<Cluster, 'history'>, limits: Limits): PastOf {
  const known = new Map<string, Promise<readonly PastDocument[]>>()
  const read = async (target: Target) => (await unlessRefused(history.list(target, limits))).value ?? []
  return (target) => {
    const name = configMapName(target)
    const past = known.get(name) ?? read(target)
    known.set(name, past)
    return past
  }
}

/**
 * Finds the text that an agent reports as active: in the stored document, or in the history, when another one was stored
 * since. undefined: it is in neither, or may not be read.
 */
export async function activeText(
  wanted: WantedText,
  stored: readonly StoredDocument[],
  pastOf: PastOf,
): Promise<ActiveText | undefined> {
  const { node, active } = wanted
  const target: Target = active.source === 'global' ? globalTarget : nodeTarget(node)
  const name = configMapName(target)
  const current = stored.find((document) => document.name === name)
  const isSame = current?.uid === active.uid && current.resourceVersion === active.resourceVersion
  const found = await textIn(current?.body, wanted, isSame)
  if (found !== undefined) return found
  const revision = (await pastOf(target)).find((one) => one.revision === active.revision)
  return textIn(revision?.body, wanted, false)
}

/** undefined: it is another document. The same object has the same text, and needs no proof. */
async function textIn(
  body: string | undefined,
  { node, active, release }: WantedText,
  isSame: boolean,
): Promise<ActiveText | undefined> {
  const { source, revision } = active
  const name = configMapName(source === 'global' ? globalTarget : nodeTarget(node))
  const layer = body === undefined ? [] : await readLayer(name, body)
  if (!('tree' in layer)) return undefined
  const { document } = decode(layer.tree, { release, format: layer.format })
  if (document === undefined || !(isSame || digest(document) === active.digest)) return undefined
  return { layer, origin: { kind: 'document', source, name, revision } }
}
