import type { BackOffRange } from '../../back-off.ts'
import { bursts } from '../../cluster/follow.ts'
import { nodeTarget } from '../../documents/target.ts'
import { BackOff } from '../../loop/back-off.ts'
import type { Leadership } from '../../loop/leader-election/leader-elector.ts'
import { runTasks } from '../../loop/run-tasks.ts'
import { watchPolicyOfController } from '../../loop/watch-policy.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { defaultPolicy } from '../../rollouts/policy.ts'
import type { Checks } from '../../rollouts/ports/checks.ts'
import { policyPlan } from '../rollout/change-rollout.ts'
import { type Looked, Mover } from '../rollout/mover.ts'
import type { RolloutView } from '../rollout/read-rollout.ts'
import type { AdmissionMonitor } from './admission-monitor.ts'
import { type ControllerCluster, leaderCluster } from './controller-cluster.ts'
import { NoPolicyByDefault, PolicyByDefault } from './controller-messages.ts'
import { type CertificateWorld, keepCertificates } from './keep-certificates.ts'
import type { ControllerMonitor } from './monitor.ts'

export interface ControllerDependencies {
  readonly cluster: ControllerCluster
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly monitor: ControllerMonitor
  readonly checks: Checks
  /** Sets the default policy where nobody has ever set one. */
  readonly setsPolicy: boolean
  /** Of the probes of that policy; undefined: it has none. */
  readonly probeImage: string | undefined
  /** Looks after the certificates of the webhook; undefined: it serves none. */
  readonly webhook: Pick<AdmissionMonitor, 'looked' | 'failed'> | undefined
}

/** Between two looks, milliseconds: nodes report all the time, and each look reads the rollout. */
const pauseMs = { underWay: 1_000, idle: 5_000 }
const backOff: BackOffRange = { firstMs: 1_000, longestMs: 60_000 }

/**
 * Moves the rollouts of the global document while this process leads, and then resolves. An API server that is away is waited for.
 * Rejects with a Failure when the cluster cannot be followed.
 */
export async function runController(given: ControllerDependencies, leadership: Leadership): Promise<void> {
  // Nothing below has another way to the cluster.
  const dependencies = { ...given, cluster: leaderCluster(given.cluster, leadership) }
  const start = (signal: AbortSignal): readonly Promise<void>[] => [
    moveRollouts(dependencies, signal),
    watchControllerPolicy(dependencies, signal),
    ...certificatesKept(dependencies, signal),
  ]
  await runTasks(start, leadership.signal)
}

function certificatesKept(
  { cluster, clock, random, webhook }: ControllerDependencies,
  signal: AbortSignal,
): readonly Promise<void>[] {
  if (webhook === undefined) return []
  const { webhooks, now } = cluster
  const report: CertificateWorld['report'] = (look) => webhook.looked(look)
  const failed: CertificateWorld['failed'] = (failure) => webhook.failed('keep', failure)
  return [keepCertificates({ webhooks, clock, now, random, report, failed }, signal)]
}

async function moveRollouts(dependencies: ControllerDependencies, signal: AbortSignal): Promise<void> {
  const { cluster, clock, checks, random, monitor } = dependencies
  const limits = { signal }
  const mover = new Mover({ cluster, clock, checks, report: monitor.moved })
  const pauses = new BackOff({ clock, random }, backOff)
  for await (const news of bursts(mover.followings, { clock, limits })) {
    if (news !== undefined) {
      monitor.connection(news)
      continue
    }
    monitor.synced()
    try {
      const looked = await mover.moveOn(limits)
      monitor.looked(looked)
      if (looked.kind === 'no-policy') await setDefaultPolicy(dependencies, looked.view, limits)
      pauses.reset()
      await clock.sleep(isUnderWay(looked) ? pauseMs.underWay : pauseMs.idle, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      monitor.failed(error)
      await pauses.afterFailure(signal)
    }
  }
}

const isUnderWay = (looked: Looked): boolean => looked.kind === 'rests' && looked.at.rollout.progress !== undefined

/** Only where there was never one: who deletes a policy wants none. */
async function setDefaultPolicy(
  { cluster, monitor, setsPolicy, probeImage }: ControllerDependencies,
  view: RolloutView,
  limits: Limits,
): Promise<void> {
  if (!setsPolicy || view.stored !== undefined) return
  const probe = probeImage === undefined ? undefined : { image: probeImage, without: [] }
  const { next, refusal } = policyPlan(view, { policy: { ...defaultPolicy, probe }, force: false })
  if (refusal !== undefined) return monitor.policy('warning', NoPolicyByDefault({ because: refusal.fact }))
  await cluster.rollouts.write(next!, undefined, 'none', limits)
  monitor.policy('info', PolicyByDefault())
}

/** No node has this name: nobody's document is tried. */
const nobody = 'kubeletcfg-forbidden'

/**
 * Tries, again and again and as a dry run, to write a document of a node, and reports whether a policy denied it.
 */
async function watchControllerPolicy(
  { cluster, clock, monitor }: ControllerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const report = (isLimited: boolean): void => monitor.limited(isLimited)
  const { access } = cluster
  await watchPolicyOfController({ access, clock, isDenied: (limits) => isDenied(cluster, limits), report }, signal)
}

async function isDenied({ documents }: ControllerCluster, limits: Limits): Promise<boolean> {
  try {
    await documents.write({ target: nodeTarget(nobody), body: '', stamp: {}, replaces: undefined }, 'server', limits)
    return false
  } catch (error) {
    if (error instanceof Failure && error.code === 'refused') return true
    throw error
  }
}
