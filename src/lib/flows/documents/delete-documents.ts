import type { Node } from '../../api/node.ts'
import { audienceOf, type Documents, fallbackOf, reachedBy } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import type { Fact } from '../../fact.ts'
import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { KubeletFact } from '../../kubelet/check/kubelet-fact.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { refusalOfRisks } from '../accept-risk.ts'
import { orThrow } from '../outcome.ts'
import { releasesOfNodes } from '../releases-of-nodes.ts'
import { problemsIn, refusalOf } from '../review.ts'
import { balloonsInTheWay } from './balloons-in-the-way.ts'
import { type ChangeForNodes, changeForNodes, oncePerSubject } from './change-for-nodes.ts'
import type { DocumentFact } from './document-fact.ts'
import { type Inspection, inspect } from './inspect.ts'
import { observe } from './observe.ts'

export interface DeleteRequest {
  readonly targets: readonly Target[]
  readonly skipValidation: boolean
  /** Disruptions that somebody takes care of, beyond the restart of a kubelet. */
  readonly acceptedRisks: readonly Risk[]
}

/** What becomes of nodes that get the global document instead; of those that go by their local configuration, only what they lose is known. */
type Fall = Pick<ChangeForNodes, 'changes' | 'obstacle' | 'assessment' | 'warnings'>

export interface DeleteStep extends Fall {
  readonly target: Target
  /** What is deleted; undefined: there is nothing, and nothing to do. */
  readonly stored: StoredDocument | undefined
  /** False when the target is a node that is not there. */
  readonly exists: boolean
  /** Where its nodes look next; `local`: their on-disk file or flags. */
  readonly fallback: 'global' | 'local'
  readonly nodes: readonly string[]
}

export interface DeletePlan {
  readonly steps: readonly DeleteStep[]
  readonly warnings: readonly Fact[]
  /** Why it is not to be walked: kubelets refuse what they would fall back to, or nobody has accepted a risk. */
  readonly refusal: Failure | undefined
}

/** Reads and decides, and deletes nothing. */
export async function planDelete(cluster: Cluster, request: DeleteRequest, limits: Limits): Promise<DeletePlan> {
  const observed = await observe(cluster, request.targets, limits)
  const { documents, withoutGlobal } = observed
  if (withoutGlobal) throw withoutGlobal
  const nodes = orThrow(observed.nodes)
  const losing = request.targets.filter((target) => documents.has(configMapName(target)))
  const fallen = reachedBy(losing, nodes, documents)
  const { found, warnings } = releasesOfNodes(fallen)
  const global = fallbackOf(request.targets[0]!, documents)
  const next = global && (await inspect(global, found.length === 0 ? undefined : found))
  const steps = await Promise.all(request.targets.map((target) => planStep(target, { documents, nodes, next })))
  const judged = fallen.length === 0 ? undefined : next
  return {
    steps,
    warnings: [
      ...(judged === undefined ? [] : [...warnings, ...remarksOn(judged)]),
      ...oncePerSubject(steps.flatMap((step) => step.warnings)),
      ...(await balloonsInTheWay(cluster, steps, limits)),
    ],
    refusal: refusalOfFallback(request, judged) ?? refusalOfRisks(steps, request.acceptedRisks),
  }
}

/** As it is called where its lines are named. */
const fileOf = ({ stored }: Inspection) => fileSubject(`configmap/${stored.name}`)

/** What is to be known of the document that nodes fall back to. */
function remarksOn(next: Inspection): readonly (DocumentFact | KubeletFact)[] {
  const { stored, review, flaw } = next
  if (review !== undefined) return problemsIn(fileOf(next), review)
  return flaw === undefined ? [] : [{ reason: 'FallbackUnusable', subject: configMapOf(stored.target), because: flaw }]
}

function refusalOfFallback({ skipValidation }: DeleteRequest, next: Inspection | undefined): Failure | undefined {
  const because = skipValidation || next?.review === undefined ? undefined : refusalOf(fileOf(next), next.review)
  if (because === undefined || next === undefined) return undefined
  const subject = configMapOf(next.stored.target)
  return new Failure<DocumentFact>('invalid', { reason: 'FallbackRefused', subject, because })
}

interface Known {
  readonly documents: Documents
  readonly nodes: readonly Node[]
  /** The document that they fall back to, for the kubelets that do. */
  readonly next: Inspection | undefined
}

async function planStep(target: Target, { documents, nodes, next }: Known): Promise<DeleteStep> {
  const stored = documents.get(configMapName(target))
  const audience = audienceOf(target, nodes, documents)
  return {
    ...(await fallOf(stored, { next, nodes: audience })),
    target,
    stored,
    exists: target.kind === 'global' || audience.length > 0,
    fallback: next === undefined ? 'local' : 'global',
    nodes: audience.map((node) => node.name),
  }
}

type Landing = Pick<Known, 'next' | 'nodes'>

async function fallOf(stored: StoredDocument | undefined, { next, nodes }: Landing): Promise<Fall> {
  const unknown = { obstacle: undefined, assessment: undefined, warnings: [] }
  if (stored === undefined) return { changes: [], ...unknown }
  const now = await inspect(stored)
  if (next === undefined) return { changes: diff(now.document, undefined), ...unknown }
  return changeForNodes({ now, nodes, after: next.review ?? nothing })
}

/** Of a document without text, nobody can say anything. */
const nothing = { document: undefined, releases: [], findings: [] }
