import { stampOf } from '../../documents/stamp.ts'
import type { Stamp, StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, configMapOf } from '../../documents/target.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DryRun, DryRunMode, Limits } from '../../ports/limits.ts'
import { forEachTarget, type Outcome, orThrow } from '../../ports/outcomes.ts'
import type { DocumentFact } from '../change/document-messages.ts'
import { checkFailedWrite } from '../change/failed-write.ts'
import type { Cluster } from '../cluster.ts'
import { keepHistory } from './keep-history.ts'
import { GlobalNotPushed, PushStopped } from './push-messages.ts'
import type { PushPlan, PushStep } from './push-plan.ts'

export interface PushWorld {
  readonly cluster: Cluster
  readonly clock: Clock
}

/** A step that was applied. */
export interface Pushed {
  readonly step: PushStep
  /** What is stored now; undefined when nothing is written, and when the answer was lost. */
  readonly stored: StoredDocument | undefined
  /** What was found while applying it. */
  readonly warnings: readonly DocumentFact[]
}

interface Task {
  readonly plan: PushPlan
  readonly dryRun: DryRunMode
}

/** Writes at a time. No node gets two of these documents, so their order has no effect. */
const concurrency = 8

/**
 * Applies the plan: one compare-and-swap per target. A target that fails does not stop the others, unless the API server
 * no longer answers. A client dry run writes nothing.
 *
 * The global document is written after those of nodes, and only when all of these are stored: otherwise a node whose own
 * document comes later, or not at all, would get a global document that was not validated for its kubelet. So each node
 * goes from its current document to its new one, with none in between. A second push continues.
 */
export async function applyPush(
  world: PushWorld,
  { plan, dryRun }: Task,
  limits: Limits,
): Promise<readonly Outcome<Pushed>[]> {
  const { steps, refusal } = plan
  if (refusal !== undefined) return steps.map(() => ({ failure: refusal }))
  const own = steps.filter(({ target }) => target.kind === 'node')
  const stop = new Stop()
  const write = (step: PushStep) => stop.unlessStopped(step, () => writeStep(world, { step, plan, dryRun }, limits))
  const outcomes = await forEachTarget(own, write, concurrency)
  const failed = own.filter((_, i) => outcomes[i]?.failure !== undefined)
  const global = steps.filter(({ target }) => target.kind === 'global')
  const last = await forEachTarget(global, async (step) => {
    if (failed.length > 0 && !stop.isStopped) throw heldBack(step, failed)
    return write(step)
  })
  return [...outcomes, ...last]
}

const heldBack = ({ target }: PushStep, failed: readonly PushStep[]): Failure =>
  new Failure(
    'refused',
    GlobalNotPushed({
      subject: configMapOf(target),
      nodes: failed.flatMap((step) => (step.target.kind === 'node' ? [step.target.node] : [])),
    }),
  )

async function writeStep(
  { cluster }: PushWorld,
  { step, plan, dryRun }: Task & { readonly step: PushStep },
  limits: Limits,
): Promise<Pushed> {
  if (step.action === 'unchanged' || dryRun === 'client') return { step, stored: step.replaces, warnings: [] }
  limits.signal.throwIfAborted()
  const { target, body, replaces, revision, digest } = step
  const stamp = stampOf({
    revision,
    by: orThrow(plan.by),
    now: cluster.now(),
    digest,
    message: plan.message,
    acceptedRisks: plan.acceptedRisks,
    unvalidated: step.isUnvalidated ? body : undefined,
  })
  const write = { target, body, stamp, replaces }
  try {
    const stored = await cluster.documents.write(write, dryRun, limits)
    return { step, stored, warnings: await recordStep(cluster, { step, stamp }, { dryRun, limits }) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const isOurs = (now: typeof replaces) => now?.body === body && now.stamp.at === stamp.at
    const attempt = { verb: 'push', target, dryRun, replaces, isOurs } as const
    const warning = await checkFailedWrite(cluster, attempt, error)
    const warnings = await recordStep(cluster, { step, stamp }, { dryRun, limits })
    return { step, stored: undefined, warnings: [warning, ...warnings] }
  }
}

const recordStep = (
  { history }: Cluster,
  { step, stamp }: { readonly step: PushStep; readonly stamp: Stamp },
  how: { readonly dryRun: DryRun; readonly limits: Limits },
): Promise<readonly DocumentFact[]> => {
  const { target, revision, body, history: plan } = step
  return keepHistory(history, { target, revision, body, stamp, plan }, how)
}

/** Ends the writes when the API server responds neither to a write nor to the read after it: the others would wait as long. */
class Stop {
  readonly #configMaps: string[] = []
  /** Of all steps that were not attempted. */
  readonly #failure = new Failure('unreachable', PushStopped({ configMaps: this.#configMaps }))
  isStopped = false

  async unlessStopped<Value>({ target }: PushStep, run: () => Promise<Value>): Promise<Value> {
    if (this.isStopped) {
      this.#configMaps.push(configMapName(target))
      throw this.#failure
    }
    try {
      return await run()
    } catch (error) {
      this.isStopped ||= error instanceof Failure && error.fact.reason === 'WriteNotKnown'
      throw error
    }
  }
}
