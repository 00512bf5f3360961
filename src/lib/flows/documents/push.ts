import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, describeTarget, type Target } from '../../documents/target.ts'
import { Failure } from '../../failure.ts'
import type { Risk } from '../../kubelet-changes/disruption.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { placeIn } from '../../words/finding-words.ts'
import type { Part } from '../../yaml/read/read-parts.ts'
import { refusalOfRisks } from '../accept-risk.ts'
import { oneDocument, type Source } from '../one-document.ts'
import { problemsIn, type Review, refusalOf, reviewForNodes, reviewUnread } from '../review.ts'
import { type Audience, audienceOf } from './audience.ts'
import { type ChangeForNodes, changeForNodes } from './change-for-nodes.ts'
import { documentsInForce, type InForce } from './in-force.ts'

/** The most that the values of one ConfigMap may be in sum (API server validation). */
const maxConfigMapBytes = 1_048_576

export interface PushRequest extends Source {
  readonly targets: readonly Target[]
  readonly message?: string | undefined
  readonly skipValidation: boolean
  /** Disruptions beyond a restart that somebody takes care of. */
  readonly acceptedRisks: readonly Risk[]
}

/** What is to be written to one target. */
export interface PushStep extends ChangeForNodes {
  readonly target: Target
  readonly action: 'create' | 'update' | 'unchanged'
  readonly body: string
  readonly replaces: StoredDocument | undefined
  /** Would the kubelet see a difference? Other bytes can mean the same. */
  readonly effect: 'changes' | 'none'
  /** undefined when no kubelet can decode it. */
  readonly digest: string | undefined
  readonly revision: number
  /** Nodes that would get it. */
  readonly nodes: readonly string[]
}

export interface PushPlan {
  readonly steps: readonly PushStep[]
  readonly message: string | undefined
  /** What the operator may not expect, and is right. */
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  /** Why it is not to be walked: risks that nobody takes care of. */
  readonly refusal: Failure | undefined
}

/** Read and decide, and write nothing: a dry run shows this plan, a push walks it. */
export async function planPush(cluster: Cluster, request: PushRequest, limits: Limits): Promise<PushPlan> {
  const part = await oneDocument(request)
  const { reading } = part
  const body = await part.text()
  if (body === undefined) throw refusalOf(request.file, reviewUnread(reading), ['correct it and push again'])
  if (reading.outcome === 'unreadable') guard(request, reviewUnread(reading))
  const audiences = new Map<Target, Audience>()
  for (const target of request.targets) audiences.set(target, await audienceOf(cluster, target, limits))
  const reviewed = reviewForNodes(
    reading,
    [...audiences.values()].flatMap((audience) => audience.nodes),
  )
  guard(request, reviewed)
  const steps: PushStep[] = []
  const inForce = documentsInForce(cluster, limits)
  for (const [target, audience] of audiences)
    steps.push(await planStep(cluster, { target, audience, reviewed, body, inForce }, limits))
  const absent = [...audiences]
    .filter(([, audience]) => !audience.exists)
    .map(([target]) => `${describeTarget(target)} does not exist (yet)`)
  const problems = problemsIn(request.file, reviewed)
  return {
    steps,
    message: request.message,
    notes: [...notesOn(request, part), ...lostMessages(request, steps)],
    warnings: [...reviewed.warnings, ...problems, ...absent, ...new Set(steps.flatMap((step) => step.warnings))],
    refusal: refusalOfRisks(steps, request.acceptedRisks),
  }
}

/** Refuses a document with errors, unless it is told not to. */
function guard({ file, skipValidation }: PushRequest, reviewed: Review): void {
  const hint = 'correct it and push again; --skip-validation pushes it as it is'
  const refused = skipValidation ? undefined : refusalOf(file, reviewed, [hint])
  if (refused !== undefined) throw refused
}

function notesOn({ file }: Source, { isWhole, reading }: Part): string[] {
  if (isWhole) return []
  if (reading.outcome === 'unreadable') return [`${file}: of this file, only what its ConfigMap holds is pushed`]
  return [`${placeIn(file, reading.tree)}: of this file, only the KubeletConfiguration that begins here is pushed`]
}

/** A message is kept with what it is for, and nothing is written here. */
function lostMessages({ message }: PushRequest, steps: readonly PushStep[]): string[] {
  const unchanged = message === undefined ? [] : steps.filter(({ action }) => action === 'unchanged')
  return unchanged.map(({ target }) => `configmap/${configMapName(target)} is unchanged: the message is not kept`)
}

type Intent = { target: Target; audience: Audience; reviewed: Review; body: string; inForce: InForce }

async function planStep(
  cluster: Cluster,
  { target, audience, reviewed, body, inForce }: Intent,
  limits: Limits,
): Promise<PushStep> {
  const current = await cluster.documents.read(target, limits)
  refuseUnwritable(current, body)
  const { nodes } = audience
  const change = changeForNodes({ now: await inForce(target, current), nodes, after: reviewed })
  const unchanged = current?.body === body
  const remembered = unchanged ? undefined : await cluster.documents.lastRevision(target, limits)
  const last = Math.max(current?.stamp.revision ?? 0, remembered ?? 0)
  return {
    ...change,
    target,
    action: unchanged ? 'unchanged' : current === undefined ? 'create' : 'update',
    body,
    replaces: current,
    effect: unchanged || (change.digestNow !== undefined && change.digestNow === reviewed.digest) ? 'none' : 'changes',
    changes: unchanged ? [] : change.changes,
    digest: reviewed.digest,
    revision: unchanged ? last : last + 1,
    nodes: nodes.map((node) => node.name),
  }
}

function refuseUnwritable(current: StoredDocument | undefined, body: string): void {
  const size = new TextEncoder().encode(body).length + (current?.extraBytes ?? 0)
  if (size > maxConfigMapBytes)
    throw new Failure(
      'invalid',
      `the document is too large: a ConfigMap holds ${maxConfigMapBytes} bytes, and this would be ${size}`,
    )
  if (current?.immutable === true && current.body !== body)
    throw new Failure('refused', `configmap/${current.name} is immutable`, {
      suggestions: ['delete it first, then push: kubeletcfg delete'],
    })
}
