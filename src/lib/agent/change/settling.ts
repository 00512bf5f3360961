import { withBad } from '../journal/bad.ts'
import type { Journal, Postponed } from '../journal/journal.ts'
import type { RollingBack, Settled, Trial } from '../journal/work.ts'
import type { Chore } from '../model/effect.ts'
import { keepingWhatCounts } from '../state/kept-checkpoints.ts'
import type { State } from '../state/state.ts'
import { withJournal } from '../state/state.ts'
import { othersReadBy } from './beside.ts'

/** The trial is passed: on evidence only. */
export function promote(state: State, { config, othersRead }: Trial): State {
  const { journal } = state
  const proven = { active: config, lastKnownGood: config, provenBy: journal.kubeletVersion, postponed: undefined }
  return settled(state, { ...proven, others: othersRead })
}

/** The kubelet is healthy with what was put back. */
export function conclude(state: State, { from, to, because, verdict }: RollingBack): State {
  const { journal, at, seen } = state
  const remembered = verdict === 'bad' ? withBad(journal, from, because, at.wallMs) : journal
  return settled(state, {
    bad: remembered.bad,
    postponed:
      verdict === 'unproven' && from.source !== 'local' ? until('api-answers', from.digest) : journal.postponed,
    active: to,
    lastKnownGood: to,
    provenBy: journal.kubeletVersion,
    others: seen.service && othersReadBy(seen.service, state),
    shadowedByFlags: [],
  })
}

/** A trial ends without a verdict, and what runs stays. */
export function leaveUnproven(state: State, { config }: Trial, reason: Postponed['until']): State {
  const { postponed } = state.journal
  return settled(state, { postponed: config.source === 'local' ? postponed : until(reason, config.digest) })
}

/** A change was given up before anything of it was done. */
export const abandon = (state: State): State => settled(state, {})

function settled(state: State, changed: Partial<Journal>): State {
  const work: Settled = { kind: 'Settled', since: state.at.wallMs }
  const journal = { ...state.journal, ...changed, work }
  const others = journal.chores.filter(({ kind }) => kind === 'acknowledge-rescue')
  const chores: readonly Chore[] = [...others, { kind: 'disarm' }, keepingWhatCounts(state, journal)]
  const seen = { ...state.seen, kubeletEnds: undefined, texts: 0 }
  return withJournal({ ...state, seen }, { ...changed, work, chores })
}

const until = (reason: Postponed['until'], digest: string): Postponed => ({ digest, until: reason })
