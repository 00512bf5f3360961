import type { Node } from '../../api/node.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { describeTarget, type Target } from '../../documents/target.ts'
import { Failure } from '../../failure.ts'
import { newest } from '../../kubelet/model/releases.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { unusable } from '../../words/finding-words.ts'
import { oneDocument, type Source } from '../one-document.ts'
import { problemsIn, type Review, reviewForNodes, reviewUnread } from '../review.ts'
import { audienceOf } from './audience.ts'
import { type ChangeForNodes, changeForNodes } from './change-for-nodes.ts'
import { documentsInForce } from './in-force.ts'

/** From what the nodes get now to the file. */
export interface DocumentDiff extends ChangeForNodes {
  readonly target: Target
  readonly stored: StoredDocument | undefined
  /** Would what is stored for the target have another meaning? Also when nothing is stored, or nothing that could be compared. */
  readonly differs: boolean
  /** Nodes that are not there or may not be seen, what the versions of others make uncertain, and what cannot be compared. */
  readonly warnings: readonly string[]
}

interface Comparison extends Source {
  readonly target: Target
}

export async function diffDocument(
  cluster: Cluster,
  { target, ...source }: Comparison,
  limits: Limits,
): Promise<DocumentDiff> {
  const { reading } = await oneDocument(source)
  if (reading.outcome === 'unreadable') throw undecodable(source, reviewUnread(reading))
  const stored = await cluster.documents.read(target, limits)
  const { nodes, warnings } = await visibleNodes(cluster, target, limits)
  const reviewed = reviewForNodes(reading, nodes ?? [])
  if (reviewed.document === undefined) throw undecodable(source, reviewed)
  const now = await documentsInForce(cluster, limits)(target, stored)
  const change = changeForNodes({ now, nodes, after: reviewed })
  return {
    ...change,
    target,
    stored,
    differs: stored === undefined || change.comparedWith === undefined || change.changes.length > 0,
    warnings: [...reviewed.warnings, ...problemsIn(source.file, reviewed), ...warnings, ...change.warnings],
  }
}

/** The nodes that would get it, if they may be seen: who may not see them may compare all the same. */
async function visibleNodes(
  cluster: Cluster,
  target: Target,
  limits: Limits,
): Promise<{ nodes: readonly Node[] | undefined; warnings: readonly string[] }> {
  try {
    const { nodes, exists } = await audienceOf(cluster, target, limits)
    return { nodes, warnings: exists ? [] : [`${describeTarget(target)} does not exist (yet)`] }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'refused') throw error
    return { nodes: undefined, warnings: [`${error.message}; what a change costs is told for kubelet ${newest}`] }
  }
}

function undecodable({ file }: Source, { findings, releases }: Review): Failure {
  const fatal = findings.filter((finding) => finding.fatal)
  return unusable(file, fatal, releases)
}
