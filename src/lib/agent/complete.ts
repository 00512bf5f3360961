import type { Fact } from '../message/fact.ts'
import { withVerdict } from './decide/examined.ts'
import { forgetting } from './journal/bad.ts'
import { local } from './model/config.ts'
import type { Effect } from './model/effect.ts'
import type { EffectResult } from './model/event.ts'
import type { Evidence, LiveSeen, ServiceState } from './model/evidence.ts'
import type { Verdict } from './model/verdict.ts'
import { sawSource } from './observe.ts'
import { withBackoff, withoutBackoff } from './state/backoff.ts'
import { connected, connectingEffect, notConnectedBy } from './state/connection.ts'
import { withLive } from './state/live-file.ts'
import { type State, withJournal } from './state/state.ts'
import { behaviorOf } from './states/behaviors.ts'
import { isProbeOf } from './states/probes.ts'

/** What follows from the end of the effect under way. What has moved on since then ignores it. */
export function complete(state: State, ending: EffectResult): State {
  const { effect } = ending
  const free: State = { ...state, busy: undefined }
  if (ending.kind === 'failed') {
    const sighted = ending.live === undefined ? free : withLive(free, ending.live)
    // Somebody else has connected it meanwhile.
    if (effect.kind === 'connect-rescue' && connectingEffect(sighted) === undefined) return sighted
    const noted = notConnectedBy(withBackoff(sighted, effect.kind, ending.because), ending.because)
    return failed(noted, effect, ending.because)
  }
  // Without pods it did not succeed: it is tried again later, and later each time.
  const next = ending.kind === 'pods' && ending.uids === undefined ? free : withoutBackoff(free, effect.kind)
  const { work } = next.journal
  switch (ending.kind) {
    case 'examined':
      return effect.kind === 'examine' ? examined(next, effect, ending.verdict) : next
    case 'pods': {
      const { rollout: found } = ending
      const newest = found === undefined ? next : sawSource(next, { source: 'rollout', found })
      return behaviorOf(work).podsNoted?.(newest, work, ending) ?? newest
    }
    case 'restarted':
      return restarted(next, ending.service)
    case 'probed':
      return isOfBefore(next, effect) ? next : probed(next, ending.evidence, ending.live)
    case 'done':
      return effect.kind === 'connect-rescue' ? connected(next) : done(withOwnWrite(next, effect), effect)
  }
}

/** What the live file has after the agent wrote it: an older observation of it does not count. What is ours is never captured. */
function withOwnWrite(state: State, effect: Effect): State {
  if (effect.kind !== 'write' && effect.kind !== 'capture-local') return state
  if (effect.kind === 'capture-local' && state.seen.live?.content !== 'foreign') return state
  const config = effect.kind === 'write' ? effect.config : local
  const more = { others: state.seen.live?.others, changedAtMs: state.at.uptimeMs }
  const live: LiveSeen =
    config.source === 'local'
      ? { content: 'local', sha256: undefined, ...more }
      : { content: 'ours', sha256: config.checkpoint, ...more }
  return { ...state, seen: { ...state.seen, live } }
}

function examined(state: State, effect: Effect & { kind: 'examine' }, verdict: Verdict): State {
  const { work } = state.journal
  return behaviorOf(work).examined?.(state, work, verdict) ?? withVerdict(state, effect, verdict)
}

function restarted(state: State, service: ServiceState): State {
  const { work } = state.journal
  const next = { ...state, seen: { ...state.seen, service, serviceAt: state.at.uptimeMs } }
  return behaviorOf(work).restarted?.(next, work, service) ?? next
}

/** A look takes seconds: one that began before the kubelet was given something else shows what ran then. */
function isOfBefore({ journal: { work } }: State, effect: Effect): boolean {
  return 'probes' in work && effect.kind === 'probe' && !isProbeOf(work.probes, effect)
}

function probed(state: State, seen: Evidence, live: LiveSeen): State {
  const { work } = state.journal
  const evidence = { ...seen, unreported: state.seen.unreported }
  const sighted = withLive(state, live)
  const next = { ...sighted, seen: { ...sighted.seen, service: evidence.service, serviceAt: state.at.uptimeMs } }
  return behaviorOf(work).probed?.(next, work, evidence) ?? next
}

function done(state: State, effect: Effect): State {
  const { work, cleanupTasks } = state.journal
  const [task, ...others] = cleanupTasks
  if (task === undefined || !isSame(task, effect)) return behaviorOf(work).done?.(state, work, effect) ?? state
  const next = withJournal(state, { cleanupTasks: others })
  // The node's own files are other ones now: what is known of the old ones does not count.
  return task.kind === 'capture-local'
    ? { ...next, journal: forgetting(next.journal, 'local'), examined: undefined }
    : next
}

function failed(state: State, effect: Effect, because: Fact): State {
  const { work, cleanupTasks } = state.journal
  if (cleanupTasks[0] !== undefined && isSame(cleanupTasks[0], effect)) return state
  return behaviorOf(work).failed?.(state, work, effect, because) ?? state
}

export const isSame = (a: Effect, b: Effect): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
