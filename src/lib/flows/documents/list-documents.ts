import type { Node } from '../../api/node.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { newest, oldest, type Release, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { releasesOfNodes } from '../releases-of-nodes.ts'
import { together } from '../together.ts'
import { reachedByGlobal } from './audience.ts'
import { type Inspection, inspect } from './inspect.ts'

/** Nodes of one release whose kubelets could not run on a document. */
export interface UnusableOn {
  readonly release: Release
  readonly nodes: readonly string[]
  readonly problem: string
}

export interface DocumentRow {
  /** By the kubelets of `nodes`; it has a problem only if none of them could run on it. */
  readonly inspection: Inspection
  /** Nodes that would get it. */
  readonly nodes: readonly string[]
  readonly unusableOn: readonly UnusableOn[]
  /** undefined for the global document: it is for whoever is there. */
  readonly nodeExists: boolean | undefined
}

/** The global one first. */
export async function listDocuments(cluster: Cluster, limits: Limits): Promise<readonly DocumentRow[]> {
  const [documents, nodes] = await together([cluster.documents.list(limits), cluster.nodes.list({}, limits)])
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const others = reachedByGlobal(nodes, documents)
  const rows: DocumentRow[] = []
  for (const stored of globalFirst(documents)) {
    const { target } = stored
    const own = target.kind === 'node' ? byName.get(target.node) : undefined
    const reached = target.kind === 'global' ? others : own === undefined ? [] : [own]
    rows.push({
      ...(await inspectFor(stored, reached)),
      nodes: reached.map((node) => node.name),
      nodeExists: target.kind === 'node' ? own !== undefined : undefined,
    })
  }
  return rows
}

const globalFirst = (documents: readonly StoredDocument[]): readonly StoredDocument[] =>
  ['global', 'node'].flatMap((kind) => documents.filter(({ target }) => target.kind === kind))

type Judged = Pick<DocumentRow, 'inspection' | 'unusableOn'>

/** For the kubelets of these nodes; without nodes, for the newest release known. */
async function inspectFor(stored: StoredDocument, nodes: readonly Node[]): Promise<Judged> {
  const unusableOn: UnusableOn[] = []
  let usable: Inspection | undefined
  for (const release of releasesOfNodes(nodes).found) {
    const inspection = await inspect(stored, release)
    if (inspection.problem === undefined) usable = inspection
    else unusableOn.push({ release, nodes: ofRelease(release, nodes), problem: inspection.problem })
  }
  return { inspection: usable ?? (await inspect(stored, unusableOn[0]?.release ?? newest)), unusableOn }
}

const ofRelease = (release: Release, nodes: readonly Node[]): string[] =>
  nodes
    .filter((node) => (releaseOfKubelet(node.kubeletVersion)?.release ?? oldest) === release)
    .map((node) => node.name)
