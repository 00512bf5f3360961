import type { ReportedConfig } from '../../agent/report/report.ts'
import type { Node } from '../../api/node.ts'
import type { PastDocument } from '../../documents/past-document.ts'
import type { Documents } from '../../documents/precedence.ts'
import { configMapName, globalTarget, type Target } from '../../documents/target.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { newest } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import { readText } from '../../yaml/read/read.ts'
import type { Cluster } from '../cluster.ts'
import { readingOf, statusOf } from '../status/node-status.ts'
import type { Inspect } from './inspect.ts'
import { review } from './review.ts'

/** What the kubelet of a node runs, as its agent reports it. */
export type Running =
  | {
      readonly kind: 'document'
      readonly digest: string
      /** undefined: neither the cluster nor its history has the text, or it may not be read. */
      readonly document: ConfigDocument | undefined
    }
  /** The files and flags of the node, which the cluster does not have. */
  | { readonly kind: 'own-files' }

/** By name of the node; without nodes of which nobody who is heard says what they run. */
export type RunningOn = ReadonlyMap<string, Running>

type Active = Exclude<ReportedConfig, { readonly source: 'local' }>

interface Known {
  readonly documents: Documents
  readonly inspect: Inspect
}

/** Asks nothing unless an agent reports of one of these nodes. */
export async function runningOn(
  cluster: Cluster,
  nodes: readonly Node[],
  known: Known,
  limits: Limits,
): Promise<RunningOn> {
  const reporting = nodes.flatMap((node) => {
    const reading = readingOf(node)
    return reading.kind === 'report' ? [{ node, active: reading.report.active }] : []
  })
  if (reporting.length === 0) return new Map()
  const textOf = textsIn(cluster, known, limits)
  const found = await Promise.all(
    reporting.map(async ({ node, active }) => ({ node, running: await runningFrom(active, node, textOf) })),
  )
  limits.signal.throwIfAborted()
  const now = cluster.now()
  const isHeard = (node: Node) => statusOf({ node, documents: known.documents, now }).runs !== undefined
  return new Map(found.flatMap(({ node, running }) => (isHeard(node) ? [[node.name, running]] : [])))
}

type TextOf = (active: Active, node: Node) => Promise<ConfigDocument | undefined>

const runningFrom = async (active: ReportedConfig, node: Node, textOf: TextOf): Promise<Running> =>
  active.source === 'local'
    ? { kind: 'own-files' }
    : { kind: 'document', digest: active.digest, document: await textOf(active, node) }

/** Finds each text once: many nodes run the same one. */
function textsIn({ history }: Cluster, { documents, inspect }: Known, limits: Limits): TextOf {
  const texts = new Map<string, Promise<ConfigDocument | undefined>>()
  const pasts = new Map<string, Promise<readonly PastDocument[]>>()
  const pastOf = once(
    pasts,
    configMapName,
    async (target: Target) => (await unlessRefused(history.list(target, limits))).value ?? [],
  )
  const find = async ({ active, target }: { readonly active: Active; readonly target: Target }) => {
    const stored = documents.get(configMapName(target))
    const current = stored && (await inspect(stored))
    return current?.digest === active.digest ? current.document : pastText(active, await pastOf(target))
  }
  const findOnce = once(texts, ({ active, target }) => `${configMapName(target)} ${active.digest}`, find)
  return (active, node) =>
    findOnce({ active, target: active.source === 'global' ? globalTarget : { kind: 'node', node: node.name } })
}

const once =
  <Key, Value>(found: Map<string, Promise<Value>>, name: (key: Key) => string, find: (key: Key) => Promise<Value>) =>
  (key: Key): Promise<Value> => {
    const known = found.get(name(key)) ?? find(key)
    found.set(name(key), known)
    return known
  }

/** The text decides, not the number or the stamp beside it. */
async function pastText(active: Active, past: readonly PastDocument[]): Promise<ConfigDocument | undefined> {
  const likely = past.filter(({ revision, stamp }) => revision === active.revision || stamp.digest === active.digest)
  for (const { body } of likely) {
    const { document, digest } = review(await readText(body), [newest])
    if (digest === active.digest) return document
  }
  return undefined
}
