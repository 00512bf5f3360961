import { expect, test } from '@jest/globals'
import type { Trial } from '../../../src/lib/agent/journal/work.ts'
import { local } from '../../../src/lib/agent/model/config.ts'
import type { Evidence } from '../../../src/lib/agent/model/evidence.ts'
import type { State } from '../../../src/lib/agent/state/state.ts'
import { trial as inTrial } from '../../../src/lib/agent/states/trial.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

interface Circumstances {
  readonly config?: Trial['config']
  /** When the process was started, in milliseconds before the file was written; negative: after it. */
  readonly olderMs?: number
  readonly restartsInHour?: number
}

/** A trial of which nothing can be proven any more, as the kubelet shows something else, and works. */
function ended({ config = local, olderMs = 60_000, restartsInHour = 0 }: Circumstances): State {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  const { state, now, service } = story
  const trial = state.journal.work as Trial
  const at = { ...now, uptimeMs: now.uptimeMs + 900_000 }
  const changedAtMs = now.uptimeMs + 300_000
  const kubelet = { ...service, startedAtMs: changedAtMs - olderMs }
  const restarts = Array.from({ length: restartsInHour }, () => ({ bootId: at.bootId, uptimeMs: now.uptimeMs }))
  const live = { content: 'foreign', sha256: 'e'.repeat(64), changedAtMs } as const
  const tried: State = {
    ...state,
    at,
    journal: { ...state.journal, active: config, restarts, work: { ...trial, config, runsOther: true } },
    seen: { ...state.seen, live, service: kubelet },
  }
  const evidence: Evidence = {
    ...story.probed(),
    service: kubelet,
    configz: { verdict: 'fail', because: { reason: 'ConfigzDiffers' } },
  }
  let [seen, work] = [tried, tried.journal.work as Trial]
  for (let looks = 0; looks < 60 && work.kind === 'Trial'; looks += 1) {
    seen = inTrial.probed!({ ...seen, at: { ...seen.at, uptimeMs: seen.at.uptimeMs + 10_000 } }, work, evidence)
    work = seen.journal.work as Trial
  }
  return seen
}

test.each<[what: string, Circumstances, work: string, restarts: boolean | undefined]>([
  ['the own file, older than that', {}, 'Applying', true],
  ['the own file, which it has read', { olderMs: -60_000 }, 'Settled', undefined],
  ['a document', { config: document('a') }, 'Settled', undefined],
  ['the own file, without room in the budget of restarts', { restartsInHour: 12 }, 'Trial', true],
])('a kubelet that works and shows something else, in a trial of %s', (_what, circumstances, kind, restarts) => {
  const { work } = ended(circumstances).journal
  expect([work.kind, 'restarts' in work ? work.restarts : undefined]).toEqual([kind, restarts])
})
