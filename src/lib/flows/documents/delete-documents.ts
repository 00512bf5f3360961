import type { Node } from '../../api/node.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, globalTarget, type Target } from '../../documents/target.ts'
import type { Failure } from '../../failure.ts'
import { diff } from '../../kubelet/compare/diff.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { refusalOfRisks } from '../accept-risk.ts'
import { problemsIn, type Review, refusalOf, reviewForNodes } from '../review.ts'
import { type Audience, audienceOf } from './audience.ts'
import { type ChangeForNodes, changeForNodes } from './change-for-nodes.ts'
import { inspect, readStored } from './inspect.ts'

export interface DeleteRequest {
  readonly targets: readonly Target[]
  readonly skipValidation: boolean
  /** Kinds of changes that somebody takes care of, beyond the restart of a kubelet. */
  readonly acceptedRisks: readonly Risk[]
}

/** What becomes of nodes that get the global document instead; of those that go by their disks, only what they lose is known. */
type Fall = Pick<ChangeForNodes, 'changes' | 'obstacle' | 'assessment' | 'warnings'>

export interface DeleteStep extends Fall {
  readonly target: Target
  /** What is deleted; undefined: there is nothing, and nothing to do. */
  readonly stored: StoredDocument | undefined
  /** False when the target is a node that is not there. */
  readonly exists: boolean
  /** Where its nodes look next. */
  readonly fallback: 'global' | 'on-disk or flags'
  readonly nodes: readonly string[]
}

export interface DeletePlan {
  readonly steps: readonly DeleteStep[]
  readonly warnings: readonly string[]
  /** Why it is not to be walked: kubelets refuse what they would fall back to, or nobody takes care of a risk. */
  readonly refusal: Failure | undefined
}

/** Read and decide, and delete nothing. */
export async function planDelete(cluster: Cluster, request: DeleteRequest, limits: Limits): Promise<DeletePlan> {
  const global = await cluster.documents.read(globalTarget, limits)
  const found: Found[] = []
  for (const target of request.targets) found.push(await find(cluster, { target, global }, limits))
  const nodes = found.flatMap(({ stored, audience }) => (stored === undefined ? [] : audience.nodes))
  const next =
    global && request.targets.some(({ kind }) => kind === 'node') ? await reviewStored(global, nodes) : undefined
  const steps = await Promise.all(found.map((one) => planStep(one, next)))
  const judged = nodes.length === 0 ? undefined : next
  const warnings = [...(judged?.reviewed.warnings ?? []), ...steps.flatMap((step) => step.warnings)]
  return {
    steps,
    warnings: [...new Set([...warnings, ...(judged === undefined ? [] : problemsIn(judged.name, judged.reviewed))])],
    refusal: refusalOfFallback(request, judged) ?? refusalOfRisks(steps, request.acceptedRisks),
  }
}

interface Found extends Pick<DeleteStep, 'target' | 'stored'> {
  readonly audience: Audience
}

type Wanted = { target: Target; global: StoredDocument | undefined }

async function find(cluster: Cluster, { target, global }: Wanted, limits: Limits): Promise<Found> {
  const stored = target.kind === 'global' ? global : await cluster.documents.read(target, limits)
  return { target, stored, audience: await audienceOf(cluster, target, limits) }
}

/** The global document, as the kubelets see it that would fall back to it. */
interface Next {
  readonly name: string
  readonly reviewed: Review
  /** That there is nothing to review. */
  readonly warnings: readonly string[]
}

async function reviewStored(stored: StoredDocument, nodes: readonly Node[]): Promise<Next> {
  const name = `configmap/${stored.name}`
  const reading = await readStored(stored)
  if (reading !== undefined) return { name, reviewed: reviewForNodes(reading, nodes), warnings: [] }
  const { problem } = await inspect(stored)
  const warnings = [`${name} is unusable, so nodes that fall back to it stay on what they run: ${problem}`]
  return {
    name,
    reviewed: { document: undefined, digest: undefined, findings: [], releases: [], warnings: [] },
    warnings,
  }
}

function refusalOfFallback({ skipValidation }: DeleteRequest, next: Next | undefined): Failure | undefined {
  const hint = `correct ${configMapName(globalTarget)} first; --skip-validation deletes all the same`
  return next === undefined || skipValidation ? undefined : refusalOf(next.name, next.reviewed, [hint])
}

async function planStep({ target, stored, audience }: Found, next: Next | undefined): Promise<DeleteStep> {
  const { nodes, exists } = audience
  return {
    ...(await fallOf(stored, { next, nodes })),
    target,
    stored,
    exists,
    fallback: next === undefined ? 'on-disk or flags' : 'global',
    nodes: nodes.map((node) => node.name),
  }
}

type Landing = { next: Next | undefined; nodes: readonly Node[] }

async function fallOf(stored: StoredDocument | undefined, { next, nodes }: Landing): Promise<Fall> {
  const unknown = { obstacle: undefined, assessment: undefined, warnings: [] }
  if (stored === undefined) return { changes: [], ...unknown }
  const now = await inspect(stored)
  if (next === undefined) return { changes: diff(now.document, undefined), ...unknown }
  const change = changeForNodes({ now, nodes, after: next.reviewed })
  return { ...change, warnings: [...change.warnings, ...next.warnings] }
}
