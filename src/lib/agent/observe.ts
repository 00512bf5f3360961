import type { Fact } from '../message/fact.ts'
import { withEnds } from './health/ends.ts'
import { forgetting, forgettingAsAnnotated } from './journal/bad.ts'
import type { Postponed } from './journal/journal.ts'
import type { DocumentVersion } from './model/config.ts'
import type { Found, NodeSeen, Observation, RescueSeen } from './model/event.ts'
import type { Disconnection, LiveSeen, ServiceState } from './model/evidence.ts'
import { withoutBackoff } from './state/backoff.ts'
import { withText } from './state/kept-checkpoints.ts'
import { othersIn, withLive } from './state/live-file.ts'
import { hasReadLive } from './state/process-age.ts'
import { learnFound } from './state/source-seen.ts'
import { type Seen, type State, withCleanupTask, withJournal } from './state/state.ts'
import { behaviorOf } from './states/behaviors.ts'

/** What follows from an observation at once. What it changes about the assigned configuration follows later. */
export function observe(state: State, observation: Observation): State {
  switch (observation.kind) {
    case 'tick':
      return state
    case 'source':
      return sawSource(state, observation)
    case 'node':
      return sawNode(state, observation.node)
    case 'opt-out-file':
      return saw(state, { optOutFile: observation.mode ?? 'none' })
    case 'kubelet':
      return sawKubelet(state, observation.service, observation.version)
    case 'live':
      return sawLive(state, observation.live)
    case 'rescue':
      return sawRescue(state, observation.report)
    case 'rescue-connection':
      return sawConnection(state, observation.problem)
    case 'report':
      return sawReport(state, observation.problem)
    case 'state-folder':
      return saw(state, { unwritable: observation.problem })
    case 'forget-bad':
      return { ...state, journal: forgetting(state.journal, observation.digest) }
  }
}

/** The journal remembers that there is a rollout: that it cannot be found must not release a node. */
function withGate(state: State, found: Found): State {
  if (found.kind === 'released')
    return state.journal.gated === undefined ? state : withJournal(state, { gated: undefined })
  const isGated = found.kind === 'gated' || found.kind === 'unreadable'
  return isGated && state.journal.gated === undefined ? withJournal(state, { gated: true }) : state
}

export function sawSource(
  state: State,
  { source, found }: Pick<Extract<Observation, { kind: 'source' }>, 'source' | 'found'>,
): State {
  const { journal, seen, at, settings } = state
  const { active, work } = journal
  const before = [active, ...('config' in work ? [work.config] : [])].filter((config) => config.source === source)
  const learnt = learnFound(seen.sources[source], found, {
    now: at.uptimeMs,
    absenceMs: settings.absenceMs,
    before: before as readonly DocumentVersion[],
  })
  const next = withText(
    saw(state, { sources: { ...seen.sources, [source]: learnt } }),
    seen.sources[source].known,
    found,
  )
  return found.kind === 'unknown' ? next : apiAnswered(source === 'rollout' ? withGate(next, found) : next)
}

function sawNode(state: State, node: NodeSeen | undefined): State {
  if (node === undefined) return saw(state, { node: 'none' })
  const journal = forgettingAsAnnotated({ ...state.journal, optOut: node.optOut }, node.forgetBad)
  const isNew = node.optOut !== state.journal.optOut || journal.forgotten !== state.journal.forgotten
  return apiAnswered(saw(isNew ? { ...state, journal } : state, { node }))
}

function sawReport(state: State, problem: Fact | undefined): State {
  const next = saw(state, { unreported: problem })
  return problem === undefined ? apiAnswered(next) : next
}

function sawConnection(state: State, problem: Disconnection | undefined): State {
  const next = saw(problem?.mendable ? state : withoutBackoff(state, 'connect-rescue'), { disconnection: problem })
  return problem === undefined ? resumed(next, 'rescue-connected') : next
}

const resumed = (state: State, until: Postponed['until']): State =>
  state.journal.postponed?.until === until ? withJournal(state, { postponed: undefined }) : state

/** What waited for evidence that only the API server has can be tried again. */
const apiAnswered = (state: State): State =>
  state.journal.work.kind === 'Settled' && state.seen.unreported === undefined ? resumed(state, 'api-answers') : state

function sawKubelet(state: State, service: ServiceState, version: string): State {
  const { seen, at, settings } = state
  const ends = seen.kubeletEnds
  const kubeletEnds = ends && withEnds(ends, { before: seen.service, now: service, at }, settings.crashThreshold)
  const noticed = saw(state, { service, serviceAt: at.uptimeMs, kubeletEnds: kubeletEnds ?? [] })
  // What it has read is known now.
  const probed = hasReadLive(noticed) ? resumed(noticed, 'rescue-connected') : noticed
  const { work } = probed.journal
  return sawVersion(behaviorOf(work).sawKubelet?.(probed, work, seen.service) ?? probed, version)
}

function sawVersion(state: State, version: string): State {
  const { work, kubeletVersion, bad } = state.journal
  if (version === '' || version === kubeletVersion) return state
  const journal = { kubeletVersion: version, bad: bad.filter((one) => one.kubeletVersion === version) }
  const renewed = withJournal(state, journal)
  return kubeletVersion === undefined ? renewed : (behaviorOf(work).sawVersion?.(renewed, work) ?? renewed)
}

function sawLive(state: State, live: LiveSeen): State {
  const next = withOthers(withLive(state, live))
  const { work } = next.journal
  return behaviorOf(work).sawLive?.(next, work, { live, isFirst: state.seen.live === undefined }) ?? next
}

const withOthers = (state: State): State =>
  state.journal.others === undefined ? withJournal(state, { others: othersIn(state) }) : state

function sawRescue(before: State, seen: RescueSeen | undefined): State {
  const isFirst = !before.seen.isRescueSeen
  const state = isFirst ? saw(before, { isRescueSeen: true }) : before
  const { work, cleanupTasks } = state.journal
  const behavior = behaviorOf(work)
  if (seen === undefined) return isFirst ? (behavior.sawUnarmed?.(state, work) ?? state) : state
  const { rescued, checkpoint } = seen
  if (!rescued) return behavior.sawArmed?.(state, work, checkpoint) ?? state
  if (cleanupTasks.some(({ kind }) => kind === 'acknowledge-rescue')) return state
  const noted = withCleanupTask(state, 'acknowledge-rescue')
  return behavior.sawRescued?.(noted, work, seen) ?? noted
}

const saw = (state: State, seen: Partial<Seen>): State => ({ ...state, seen: { ...state.seen, ...seen } })
