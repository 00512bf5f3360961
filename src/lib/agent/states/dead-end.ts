import { causeOf, returnFinding } from '../health/finding.ts'
import { afterProbe, isProven } from '../health/probe-history.ts'
import type { DeadEnd, Work } from '../journal/work.ts'
import type { Announcement } from '../model/announcement.ts'
import { local } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import type { Evidence, LiveSeen } from '../model/evidence.ts'
import { hasContentOf, othersReadBy } from '../state/live-file.ts'
import { type State, withCleanupTask, withJournal } from '../state/state.ts'
import type { Behavior } from './behavior.ts'
import { probeEffect } from './probes.ts'
import { abandon, withUnknown } from './transitions.ts'

/** Hands off: only looks, until the kubelet is healthy or another configuration is assigned. */
export const deadEnd: Behavior<DeadEnd> = {
  mayChange: ({ journal }) => journal.cleanupTasks.length === 0,
  nextEffect,
  sawLive,
  probed,
  phase: () => 'DeadEnd',
  isDrifted: ({ journal }, _, live) => !hasContentOf(live, journal.active),
  problem: (_, { because }) => because,
  finding: ({ probes }) => causeOf(probes.last?.finding),
  announced,
}

function nextEffect(state: State, { probes }: DeadEnd): Effect | undefined {
  return probeEffect(state, { config: local, podsBefore: undefined, concernsSandboxes: false, probes })
}

/**
 * Somebody gave the node a file of its own again. A document that is there instead is one that an older state does not know: it is not at
 * its end, and goes on as any other that is found.
 */
function sawLive(state: State, _: DeadEnd, { live }: { readonly live: LiveSeen }): State {
  if (live.content === 'ours') {
    const isKnown = live.sha256 === undefined || hasContentOf(live, state.journal.active)
    return isKnown ? state : abandon(withUnknown(state, live.sha256))
  }
  const next = withJournal(state, { active: local })
  return live.content === 'foreign' ? withCleanupTask(next, 'capture-local') : next
}

/**
 * Nothing is done about it; when somebody has mended the kubelet, the dead end is over, whatever was before. A document that
 * failed, and runs because nothing else is left, is still there: that is over with another file.
 */
function probed(state: State, work: DeadEnd, evidence: Evidence): State {
  const probes = afterProbe(work.probes, evidence, returnFinding, state.at)
  const next = withJournal(state, { work: { ...work, probes } })
  return isProven(probes) && state.journal.active.source === 'local'
    ? abandon(withJournal(next, { others: othersReadBy(evidence.service, state) }))
    : next
}

function announced({ from, because }: DeadEnd, before: Work): Announcement | undefined {
  return before.kind === 'DeadEnd' ? undefined : { kind: 'DeadEnd', config: from, because }
}
