import { withBad } from './bad.ts'
import { type Config, local, sameConfig } from './config.ts'
import type { Journal } from './journal.ts'
import { withJournal } from './journal-of.ts'
import type { State } from './state.ts'
import { newVigil } from './vigil.ts'
import type { Applying, DeadEnd, RollingBack, Trial } from './work.ts'

/** Where a configuration goes back to: the last known good one; if that is itself in doubt, the node's own files. */
export const goodFor = (config: Config, { lastKnownGood }: Journal): Config =>
  sameConfig(config, lastKnownGood) ? local : lastKnownGood

interface Reasons extends Pick<RollingBack, 'because' | 'verdict'> {
  readonly isBack?: boolean
}

/** Begins to put back what was good. The rescue keeps its orders meanwhile: they are the same. */
export function goBack(state: State, work: Applying | Trial, reasons: Reasons): State {
  const to = goodFor(work.config, state.journal)
  if (sameConfig(work.config, to)) return deadEnd(state, { ...reasons, from: work.config })
  const hadStateFiles = work.restarts && work.stateFiles.length > 0
  return withJournal(state, {
    work: {
      kind: 'RollingBack',
      since: state.at.wallMs,
      // What ran before this change is not what is put back: its state files may be of another policy.
      stage: work.restarts || reasons.isBack ? 'writing' : 'examining',
      from: work.config,
      to,
      because: reasons.because,
      verdict: reasons.verdict,
      stateFiles: hadStateFiles ? { kind: 'back' } : { kind: 'leave' },
      isBack: reasons.isBack ?? false,
      writtenAt: undefined,
      vigil: newVigil(state.seen.service, state.at),
    },
    chores: state.journal.chores.filter(({ kind }) => kind !== 'forget-starts'),
  })
}

/** What was put back does not work either: the node's own files are left. After them there is nothing. */
export function goFurtherBack(state: State, work: RollingBack): State {
  if (work.to.source === 'local') return deadEnd(state, work)
  const stage = 'examining'
  const next: RollingBack = { ...work, stage, to: local, isBack: false, stateFiles: { kind: 'leave' } }
  return withJournal(state, {
    work: { ...next, since: state.at.wallMs, vigil: newVigil(state.seen.service, state.at) },
  })
}

/** It ends with the node's own files, whether they work or not, and without further restarts. */
function deadEnd(state: State, { from, verdict, because }: Pick<RollingBack, 'from' | 'verdict' | 'because'>): State {
  const { at, seen } = state
  const remembered = verdict === 'bad' ? withBad(state.journal, from, because, at.wallMs) : state.journal
  const work: DeadEnd = { kind: 'DeadEnd', since: at.wallMs, from, because, vigil: newVigil(seen.service, at) }
  return {
    ...state,
    journal: { ...remembered, work, active: local, lastKnownGood: local, chores: [{ kind: 'disarm' }] },
  }
}
