import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { RescueNotConnected } from '../model/agent-messages.ts'
import type { Config } from '../model/config.ts'
import type { Act, CleanupTask, Effect, StateFilesMove, StateFilesRemoval } from '../model/effect.ts'
import type { EffectResult } from '../model/event.ts'
import type { LiveSeen, ServiceState } from '../model/evidence.ts'
import type { LiveConfig } from '../ports/live-config.ts'
import type { Host } from './dependencies.ts'
import type { EffectContext } from './effect-context.ts'
import { examineConfig } from './examine-config.ts'
import { probe } from './probe.ts'
import { localInOrders } from './rescued.ts'

/** Carries out one effect, and reports how it ended. Rejects only when the signal aborts, and for internal errors. */
export async function perform(effect: Effect, context: EffectContext, signal: AbortSignal): Promise<EffectResult> {
  try {
    const timeoutMs = effect.kind === 'restart' ? restartMs : usualMs
    return await performed(effect, context, { signal, timeoutMs })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return { kind: 'failed', effect, because: error.fact, live: await leftBy(effect, context.host) }
  }
}

/** A write that fails in its sync is done all the same, and the kubelet reads it at its next start. */
async function leftBy({ kind }: Effect, { live }: Host): Promise<LiveSeen | undefined> {
  return kind === 'write' || kind === 'capture-local' ? live.read().catch(() => undefined) : undefined
}

/** systemd waits up to 90 s for a process to stop before it kills it; the rest is for the start. */
const restartMs = 150_000
const usualMs = 30_000

async function performed(effect: Effect, context: EffectContext, limits: Limits): Promise<EffectResult> {
  const { host } = context
  switch (effect.kind) {
    case 'examine':
      return { kind: 'examined', effect, verdict: await examineConfig(effect, context, limits) }
    case 'note-pods': {
      // First: who may not restart the kubelet need not know the pods.
      const rollout = effect.rollout === true ? await context.rollout(limits) : undefined
      const { pods, ...more } = await host.health.before(limits)
      return { kind: 'pods', effect, uids: pods, ...more, rollout }
    }
    case 'probe': {
      const [evidence, live] = await Promise.all([probe(effect, context, limits), host.live.read()])
      return { kind: 'probed', effect, evidence, live }
    }
    case 'restart':
      return { kind: 'restarted', effect, service: await restart(effect, host, limits) }
    default:
      await done(effect, context, limits)
      return { kind: 'done', effect }
  }
}

/** The effects whose end has nothing to report. */
function done(
  effect: Exclude<Act, { kind: 'restart' }> | CleanupTask,
  context: EffectContext,
  limits: Limits,
): Promise<void> {
  const { host } = context
  switch (effect.kind) {
    case 'arm':
      return arm(effect, context, limits)
    case 'connect-rescue':
      return connect(host, limits)
    case 'write':
      return write(effect.config, context)
    case 'forget-starts':
      return host.rescue.forgetStarts()
    case 'disarm':
      return disarm(host)
    case 'acknowledge-rescue':
      return host.rescue.acknowledge()
    case 'capture-local':
      return capture(host.live)
    case 'keep-checkpoints':
      return context.checkpoints.keep(effect.checkpoints)
  }
}

async function arm(
  { config, good, threshold, stateFiles }: Act & { kind: 'arm' },
  { host, checkpoints }: EffectContext,
  limits: Limits,
): Promise<void> {
  await host.rescue.arm({
    checkpoint: config.source === 'local' ? localInOrders : config.checkpoint,
    good: good.source === 'local' ? 'local' : await checkpoints.read(good),
    threshold,
    stateFiles,
  })
  await connect(host, limits)
}

async function connect({ rescueConnection }: Host, limits: Limits): Promise<void> {
  const because = await rescueConnection.mend(limits)
  if (because !== undefined) throw new Failure('refused', RescueNotConnected({ because }))
}

async function write(config: Config, { host: { live }, checkpoints }: EffectContext): Promise<void> {
  if (config.source !== 'local') await live.write(await checkpoints.read(config))
  // What another program wrote since this was decided on is the node's own content now.
  else if (await isForeign(live)) await live.captureLocal()
  else await live.restoreLocal()
}

/** An older state, of a backup, may ask for it when the file is a document of ours again. */
async function capture(live: LiveConfig): Promise<void> {
  if ((await live.read()).content === 'foreign') await live.captureLocal()
}

/** A file that cannot be read must not keep the node from going back. */
const isForeign = (live: LiveConfig): Promise<boolean> =>
  live.read().then(
    ({ content }) => content === 'foreign',
    () => false,
  )

/** The rescue first: state files must not be lost while it might want to put them back. */
async function disarm(host: Host): Promise<void> {
  await host.rescue.disarm()
  await host.stateFiles.discard()
}

async function restart(
  { since, stateFiles }: Act & { kind: 'restart' },
  host: Host,
  limits: Limits,
): Promise<ServiceState> {
  const now = await host.kubelet.state(limits)
  const isDone = now.mainPid !== 0 && now.startedAtMs !== undefined && now.startedAtMs > since
  if (isDone && stateFiles.kind === 'leave') return now
  return host.kubelet.restart(whileStopped(stateFiles, host), limits)
}

function whileStopped(
  move: StateFilesMove | StateFilesRemoval,
  { stateFiles }: Host,
): (() => Promise<void>) | undefined {
  switch (move.kind) {
    case 'leave':
      return undefined
    case 'aside':
      return () => stateFiles.moveAside(move.names)
    case 'removed':
      return () => stateFiles.remove(move.names)
    case 'back':
      return () => stateFiles.putBack()
  }
}
