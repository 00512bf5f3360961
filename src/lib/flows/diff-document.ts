import type { Assessment } from '../config/change/assess.ts'
import { type Change, diff } from '../config/diff.ts'
import { describeTarget, type Target } from '../config/target.ts'
import { Failure } from '../errors.ts'
import type { Cluster, Limits, StoredDocument } from '../ports.ts'
import { describeFindings } from '../render/findings.ts'
import { assessForNodes } from './assess-for-nodes.ts'
import { audienceOf } from './audience.ts'
import { inspect } from './inspect.ts'
import { oneDocument, type Source } from './one-document.ts'
import { type Review, reviewForNodes } from './review.ts'

export interface DocumentDiff {
  readonly target: Target
  readonly stored: StoredDocument | undefined
  /** Stored → file, by meaning. */
  readonly changes: readonly Change[]
  /** What the change costs the nodes that would get it; undefined when it is not known what they have now. */
  readonly assessment: Assessment | undefined
  /** Also when nothing is stored, or nothing that could be compared. */
  readonly differs: boolean
  /** Why the stored side could not be compared by field; then all of the file counts as new. */
  readonly storedProblem: string | undefined
  /** A node that is not there, and what the versions of others make uncertain. */
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
  if (reading.outcome === 'unreadable') throw undecodable(source, reviewForNodes(reading, []))
  const stored = await cluster.documents.read(target, limits)
  const { nodes, exists } = await audienceOf(cluster, target, limits)
  const reviewed = reviewForNodes(reading, nodes)
  if (reviewed.document === undefined) throw undecodable(source, reviewed)
  const before = stored && (await inspect(stored))
  const changes = diff(before?.document, reviewed.document)
  return {
    target,
    stored,
    changes,
    assessment: await assessForNodes(cluster, { target, before, after: reviewed }, limits),
    differs: changes.length > 0 || before?.document === undefined,
    storedProblem: before?.document === undefined ? before?.problem : undefined,
    warnings: [...reviewed.warnings, ...(exists ? [] : [`${describeTarget(target)} does not exist (yet)`])],
  }
}

function undecodable({ file }: Source, { findings, releases }: Review): Failure {
  const fatal = findings.filter((finding) => finding.fatal)
  return new Failure('invalid', describeFindings(file, fatal, releases))
}
