import { concurrently } from '../../cluster/concurrently.ts'
import { Failure } from '../../message/failure.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { RolloutPolicy } from '../../rollouts/policy.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import { noDocument, type Rollout } from '../../rollouts/rollout.ts'
import { harmIn, RolloutMayPauseAgain } from '../../rollouts/rollout-messages.ts'
import type { RolloutNode } from '../../rollouts/rollout-node.ts'
import { type UserChange, userChanges, withPolicy } from '../../rollouts/user-changes.ts'
import type { Cluster } from '../cluster.ts'
import { type RolloutView, readRolloutView } from './read-rollout.ts'
import {
  AgentsRunAhead,
  GlobalNotPromoted,
  NodesRunAnother,
  NoNodesToRollOut,
  NoRolloutPolicy,
  type RolloutFlowFact,
  RolloutUnderWay,
} from './rollout-flow-messages.ts'

/** A change of a rollout that somebody asks for. */
export interface RolloutPlan {
  readonly replaces: StoredRollout | undefined
  /** undefined: as it is. */
  readonly next: Rollout | undefined
  readonly refusal: Failure | undefined
  readonly notes: readonly RolloutFlowFact[]
  readonly warnings: readonly RolloutFlowFact[]
}

const refused = (replaces: StoredRollout | undefined, refusal: Failure): RolloutPlan => ({
  ...{ replaces, next: undefined, refusal, notes: [], warnings: [] },
})

/** Pause, resume, abort, approve, retry or promote. */
export async function planUserChange(
  cluster: Cluster,
  { change, note }: { readonly change: UserChange; readonly note: string | undefined },
  limits: Limits,
): Promise<RolloutPlan> {
  const [replaces, by] = await concurrently([cluster.rollouts.read(limits), cluster.access.whoAmI(limits)])
  if (replaces === undefined) return refused(replaces, new Failure('refused', NoRolloutPolicy()))
  if (replaces.reading.kind === 'unreadable') return refused(replaces, new Failure('invalid', replaces.reading.because))
  const { rollout } = replaces.reading
  if (rollout.policy === undefined) return refused(replaces, new Failure('refused', NoRolloutPolicy()))
  try {
    const next = userChanges[change](rollout, { by, note, now: cluster.now() })
    const harm = change === 'resume' ? harmIn(rollout.progress?.cause) : undefined
    const warnings = harm === undefined ? [] : [RolloutMayPauseAgain({ cause: harm })]
    return { replaces, next, refusal: undefined, notes: [], warnings }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return refused(replaces, error)
  }
}

/** From now on, a changed global document reaches the nodes in waves. No kubelet restarts. */
export const planPolicy = async (cluster: Cluster, request: PolicyRequest, limits: Limits): Promise<RolloutPlan> =>
  policyPlan(await readRolloutView(cluster, limits), request)

interface PolicyRequest {
  readonly policy: RolloutPolicy
  readonly force: boolean
}

export function policyPlan(view: RolloutView, { policy, force }: PolicyRequest): RolloutPlan {
  const { stored, fleet } = view
  const ahead = fleet.ahead.length === 0 ? undefined : AgentsRunAhead({ nodes: fleet.ahead })
  if (ahead !== undefined && !force) return refused(stored, new Failure('refused', ahead))
  const warnings = [
    ...(ahead === undefined ? [] : [ahead]),
    ...(fleet.members.length === 0 ? [NoNodesToRollOut()] : []),
  ]
  const reading = stored?.reading
  if (reading?.kind === 'unreadable' && !force) return refused(stored, new Failure('invalid', reading.because))
  const known = reading?.kind === 'rollout' ? reading.rollout : undefined
  // Released nodes have got what was stored since: that is promoted.
  const base = known?.policy === undefined ? firstOf(view, known) : known
  if (base instanceof Failure) return refused(stored, base)
  if (base !== known) {
    const others = othersThan(base.promoted.digest, fleet.members)
    if (others.length > 0 && !force) return refused(stored, new Failure('refused', NodesRunAnother({ nodes: others })))
  }
  const next = withPolicy(base, policy)
  const isSame = known !== undefined && JSON.stringify(next) === JSON.stringify(known)
  return { replaces: stored, next: isSame ? undefined : next, refusal: undefined, notes: [], warnings }
}

/** Nodes that would change at once if this were promoted, and that nobody has tried it on. */
const othersThan = (digest: string, nodes: readonly RolloutNode[]): readonly string[] =>
  nodes.filter(({ report }) => report.kind !== 'failed' && report.runs !== digest).map(({ name }) => name)

/** What is stored now is promoted. */
function firstOf({ desired }: RolloutView, known: Rollout | undefined): Rollout | Failure {
  if (desired.kind === 'unusable') return new Failure('invalid', desired.because)
  const { kind: _, ...document } = desired
  const generation = (known?.generation ?? 0) + 1
  return {
    policy: undefined,
    generation,
    promoted: { ...document, generation },
    progress: undefined,
    past: known?.past ?? [],
  }
}

/** The global document reaches all nodes again as soon as it is stored. */
export async function planRelease(
  cluster: Cluster,
  { force }: { readonly force: boolean },
  limits: Limits,
): Promise<RolloutPlan> {
  const { stored: replaces, desired } = await readRolloutView(cluster, limits)
  const reading = replaces?.reading
  if (replaces === undefined || reading === undefined)
    return refused(replaces, new Failure('refused', NoRolloutPolicy()))
  const rollout = reading.kind === 'rollout' ? reading.rollout : undefined
  if (rollout?.progress !== undefined && !force) return refused(replaces, new Failure('refused', RolloutUnderWay()))
  if (rollout !== undefined && rollout.policy === undefined)
    return { replaces, next: undefined, refusal: undefined, notes: [], warnings: [] }
  const isPromoted = desired.kind === 'document' && desired.digest === rollout?.promoted.digest
  if (!isPromoted && !force) return refused(replaces, new Failure('refused', GlobalNotPromoted()))
  const empty = { generation: 0, digest: noDocument, text: undefined, revision: undefined, acceptedRisks: undefined }
  const base = rollout ?? { generation: 0, promoted: empty, progress: undefined, past: [] }
  return {
    replaces,
    next: { ...base, policy: undefined, progress: undefined },
    refusal: undefined,
    notes: [],
    warnings: [],
  }
}

const mostTries = 5

/**
 * Compare-and-swap. Where somebody has moved the rollout since it was read, it is planned once more: an abort must not wait until
 * nothing moves. Returns the plan that was carried out, or refused.
 */
export async function applyRolloutPlan(
  cluster: Cluster,
  { plan: first, planAgain, dryRun }: Applying,
  limits: Limits,
): Promise<RolloutPlan> {
  for (let [plan, tries] = [first, 1]; ; tries++) {
    if (plan.refusal !== undefined || plan.next === undefined || dryRun === 'client') return plan
    try {
      await cluster.rollouts.write(plan.next, plan.replaces, dryRun, limits)
      return plan
    } catch (error) {
      if (tries === mostTries || !(error instanceof Failure && error.code === 'conflict')) throw error
      plan = await planAgain()
    }
  }
}

interface Applying {
  readonly plan: RolloutPlan
  readonly planAgain: () => Promise<RolloutPlan>
  readonly dryRun: DryRunMode
}
