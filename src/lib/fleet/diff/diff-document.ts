import { audienceOf, inForce } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, type Target } from '../../documents/target.ts'
import { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import { problemsIn } from '../../kubelet/check/problems.ts'
import { newest } from '../../kubelet/model/releases.ts'
import { type Fact, fileSubject, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Together } from '../../offline/read/document-report.ts'
import { oneDocument, type Source } from '../../offline/read/one-document.ts'
import type { Limits } from '../../ports/limits.ts'
import { readText } from '../../yaml/read/read.ts'
import { balloonsInTheWay } from '../change/balloons-in-the-way.ts'
import { type ChangeForNodes, changeForNodes } from '../change/change-for-nodes.ts'
import { type DocumentFact, NodeNotThere, NodesNotVisible } from '../change/document-messages.ts'
import { type Inspection, inspect } from '../change/inspect.ts'
import { type Observed, observe } from '../change/observe.ts'
import { type Review, review, reviewForNodes, reviewUnread } from '../change/review.ts'
import { type RunningOn, runningOn } from '../change/running.ts'
import type { Cluster } from '../cluster.ts'

/** The change from what the nodes get now to the file. */
export interface DocumentDiff extends Omit<ChangeForNodes, 'warnings'> {
  readonly target: Target
  readonly stored: StoredDocument | undefined
  /**
   * Whether a kubelet sees a difference to what is stored for the target. Also true when nothing is stored, or nothing
   * that can be compared.
   */
  readonly differs: boolean
  /**
   * Nodes that do not exist or may not be read, nodes whose release is a guess, and documents that cannot be compared.
   */
  readonly warnings: readonly Fact[]
}

interface Comparison extends Source {
  readonly target: Target
  /** Drop-ins of the nodes, which are merged over both documents. */
  readonly together?: Together | undefined
}

export async function diffDocument(
  cluster: Cluster,
  { target, together, ...source }: Comparison,
  limits: Limits,
): Promise<DocumentDiff> {
  const { reading } = await oneDocument(source)
  if (reading.outcome === 'unreadable') throw undecodable(source, reviewUnread(reading))
  const observed = await observe(cluster, [target], limits)
  const { documents } = observed
  const nodes = observed.nodes.value && audienceOf(target, observed.nodes.value, documents)
  const reviewed = reviewForNodes(reading, nodes ?? [], { together })
  if (reviewed.document === undefined) throw undecodable(source, reviewed)
  const inForceNow = inForce(target, documents, nodes)
  const inspected = inForceNow && (await inspect(inForceNow))
  const now = inspected && together ? await mergedNow(inspected, together, reviewed) : inspected
  const running = together ? nothingKnown : await runningOn(cluster, nodes ?? [], { documents, inspect }, limits)
  const change = changeForNodes({ now, nodes, running, after: reviewed })
  const stored = documents.get(configMapName(target))
  return {
    ...change,
    target,
    stored,
    differs: stored === undefined || change.comparedWith === undefined || change.changes.length > 0,
    warnings: [
      ...reviewed.warnings,
      ...problemsIn(fileSubject(source.file), reviewed),
      ...nodeWarnings(target, observed),
      ...change.warnings,
      ...(await balloonsInTheWay(cluster, [change], limits)),
    ],
  }
}

/** The drop-ins of the nodes are merged over what is stored, and not over what agents report. */
const nothingKnown: RunningOn = new Map()

/** What the nodes run now, with the same drop-ins. */
async function mergedNow(now: Inspection, together: Together, { releases }: Review): Promise<Inspection> {
  const { body } = now.stored
  if (body === undefined) return now
  return { ...now, document: review(await readText(body), releases, { together }).document }
}

/** The node does not exist, or nodes may not be read; the comparison is possible all the same. */
function nodeWarnings(target: Target, { nodes }: Observed): readonly DocumentFact[] {
  if (nodes.failure) return [NodesNotVisible({ because: nodes.failure.fact, assumed: newest })]
  if (target.kind === 'global' || nodes.value.length > 0) return []
  return [NodeNotThere({ subject: nodeSubject(target.node) })]
}

function undecodable({ file }: Source, { findings, releases }: Review): Failure<DocumentRefused> {
  const fatal = findings.filter((finding) => finding.fatal)
  return new Failure('invalid', DocumentRefused({ subject: fileSubject(file), findings: fatal, releases }))
}
