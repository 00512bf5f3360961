import { Failure } from '../../message/failure.ts'
import type { Journal } from '../journal/journal.ts'
import { parseJournal } from '../journal/parse-journal.ts'
import type { JournalReading } from '../ports/journal.ts'
import type { AgentDependencies } from './dependencies.ts'
import {
  type LoopFact,
  StateDamaged,
  StateOfNewerVersion,
  StateOfOtherMachine,
  StateUnreadable,
} from './loop-messages.ts'

/** What the agent begins with. */
export interface OpenedJournal {
  /** As it was written last; undefined: there is none, or it is lost. */
  readonly journal: Journal | undefined
  /** Why it is lost. */
  readonly lost: LoopFact | undefined
}

/**
 * What cannot be used is put aside, and the agent begins anew: what runs has to prove itself, and nothing is changed for that.
 * Rejects with Failure 'refused' when a newer version wrote it, and with the signal's reason when that aborts.
 */
export async function openJournal(
  { host, clock }: Pick<AgentDependencies, 'clock'> & { readonly host: Pick<AgentDependencies['host'], 'journal'> },
  signal: AbortSignal,
): Promise<OpenedJournal> {
  const found = await patiently(host.journal, () => clock.sleep(pauseMs, signal))
  switch (found.kind) {
    case 'none':
      return { journal: undefined, lost: undefined }
    case 'newer':
      throw new Failure('refused', StateOfNewerVersion({ schemaVersion: found.schemaVersion }))
    case 'damaged':
      return lost(StateDamaged())
    case 'foreign':
      return lost(StateOfOtherMachine())
    case 'unreadable':
      await host.journal.putAside()
      return lost(StateUnreadable({ because: found.because }))
    case 'state': {
      const journal = parseJournal(found.state)
      if (journal !== undefined) return { journal, lost: undefined }
      await host.journal.putAside()
      return lost(StateDamaged())
    }
  }
}

const lost = (because: LoopFact): OpenedJournal => ({ journal: undefined, lost: because })

const tries = 3
const pauseMs = 2_000

/** A disk that fails once may answer the next time: a trial is worth some seconds. */
async function patiently(
  journal: Pick<AgentDependencies['host']['journal'], 'read'>,
  pause: () => Promise<void>,
): Promise<JournalReading> {
  for (let left = tries - 1; ; left--) {
    const found = await journal.read()
    if (found.kind !== 'unreadable' || left === 0) return found
    await pause()
  }
}
