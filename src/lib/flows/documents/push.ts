import type { Node } from '../../api/node.ts'
import { audienceOf, type Documents, inForce, reachedBy } from '../../documents/precedence.ts'
import { lastRevision } from '../../documents/stamp.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { problemsIn } from '../../kubelet/check/problems.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Part } from '../../yaml/read/read-parts.ts'
import { refusalOfRisks } from '../accept-risk.ts'
import { oneDocument } from '../files/one-document.ts'
import { orThrow, settle } from '../outcomes.ts'
import { together } from '../read-together.ts'
import { type Review, refusalOf, reviewForNodes, reviewUnread } from '../review.ts'
import { balloonsInTheWay } from './balloons-in-the-way.ts'
import { changeForNodes, oncePerSubject } from './change-for-nodes.ts'
import type { DocumentFact } from './document-fact.ts'
import { type Inspect, inspectOnce } from './inspect.ts'
import { observe } from './observe.ts'
import type { PushPlan, PushRequest, PushStep } from './push-plan.ts'
import { lostMessage, partOf, warningsOn } from './push-remarks.ts'

/** The limit of the API server for the sum of all values of a ConfigMap, in bytes. */
const maxConfigMapBytes = 1_048_576

/** Reads and decides; writes nothing. A dry run prints this plan, a push applies it. */
export async function planPush(cluster: Cluster, request: PushRequest, limits: Limits): Promise<PushPlan> {
  const part = await oneDocument(request)
  const body = await textOf(part, request)
  const [observed, remembered, by] = await together([
    observe(cluster, request.targets, limits),
    cluster.documents.lastRevisions(limits),
    settle(cluster.access.whoAmI(limits)),
  ])
  const nodes = orThrow(observed.nodes)
  const reviewed = reviewForNodes(part.reading, reachedBy(request.targets, nodes, observed.documents))
  guard(request, reviewed, body)
  const known = { body, reviewed, remembered, nodes, documents: observed.documents, inspect: inspectOnce() }
  const steps = await Promise.all(request.targets.map((target) => planStep(target, known)))
  return {
    steps,
    message: request.message,
    by,
    notes: [...partOf(request.file, part), ...steps.flatMap((step) => lostMessage(request, step))],
    warnings: [
      ...reviewed.warnings,
      ...problemsIn(fileSubject(request.file), reviewed),
      ...oncePerSubject(steps.flatMap(warningsOn)),
      ...(await balloonsInTheWay(cluster, steps, limits)),
    ],
    refusal: refusalOfRisks(steps, request.acceptedRisks),
  }
}

/**
 * The text to store, byte for byte. Refuses a document that no kubelet can read before anything is requested of the
 * cluster.
 */
async function textOf(part: Part, request: PushRequest): Promise<string> {
  const body = await part.text()
  if (part.reading.outcome === 'unreadable' || body === undefined) guard(request, reviewUnread(part.reading), body)
  if (body === undefined) throw new Error('a document without text, and without a finding')
  return body
}

/** Refuses a document with errors unless validation is skipped. Without a text there is nothing to push. */
function guard({ file, skipValidation }: PushRequest, reviewed: Review, body: string | undefined): void {
  const canSkip = body !== undefined
  const because = skipValidation && canSkip ? undefined : refusalOf(fileSubject(file), reviewed)
  if (because !== undefined) throw new Failure<DocumentFact>('invalid', { reason: 'PushRefused', because, canSkip })
}

interface Known {
  readonly body: string
  readonly reviewed: Review
  /** By the name of the ConfigMap. */
  readonly remembered: ReadonlyMap<string, number>
  readonly nodes: readonly Node[]
  readonly documents: Documents
  readonly inspect: Inspect
}

async function planStep(target: Target, known: Known): Promise<PushStep> {
  const { body, reviewed, remembered, nodes, documents } = known
  const current = documents.get(configMapName(target))
  refuseUnwritable(target, current, body)
  const audience = audienceOf(target, nodes, documents)
  const inForceNow = inForce(target, documents)
  const now = inForceNow && (await known.inspect(inForceNow))
  const change = changeForNodes({ now, nodes: audience, after: reviewed })
  const unchanged = current?.body === body
  const last = lastRevision(current, remembered.get(configMapName(target)))
  return {
    ...change,
    target,
    action: unchanged ? 'unchanged' : current === undefined ? 'create' : 'update',
    body,
    replaces: current,
    edited: current !== undefined && now?.stored === current && now.editedByHand,
    effect: unchanged || (change.comparedWith !== undefined && change.changes.length === 0) ? 'none' : 'changes',
    changes: unchanged ? [] : change.changes,
    digest: reviewed.digest,
    revision: unchanged ? last : last + 1,
    nodes: audience.map((node) => node.name),
  }
}

function refuseUnwritable(target: Target, current: StoredDocument | undefined, body: string): void {
  const subject = configMapOf(target)
  const bytes = new TextEncoder().encode(body).length + (current?.extraBytes ?? 0)
  if (bytes > maxConfigMapBytes)
    throw new Failure<DocumentFact>('invalid', { reason: 'DocumentTooLarge', subject, bytes, limit: maxConfigMapBytes })
  if (current?.immutable === true && current.body !== body)
    throw new Failure<DocumentFact>('refused', { reason: 'Immutable', subject, target })
}
