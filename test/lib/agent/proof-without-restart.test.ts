import { expect, test } from '@jest/globals'
import type { RollingBack, Trial } from '../../../src/lib/agent/journal/work.ts'
import { type Config, local } from '../../../src/lib/agent/model/config.ts'
import type { Evidence } from '../../../src/lib/agent/model/evidence.ts'
import type { Seen, State } from '../../../src/lib/agent/state/state.ts'
import { rollingBack } from '../../../src/lib/agent/states/rolling-back.ts'
import { trial as inTrial } from '../../../src/lib/agent/states/trial.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

const [good, failed] = [document('a'), document('b')]
const ours = (config: typeof good, changedAtMs = 0) =>
  ({ content: 'ours', sha256: config.checkpoint, others: 'more', changedAtMs }) as const

interface Circumstances {
  readonly olderMs?: number
  readonly configz?: Evidence['configz']
  readonly seen?: Partial<Seen>
  /** A trial of the node's own file, after a restart. */
  readonly isOwn?: boolean
  readonly healthz?: Evidence['healthz']
  /** systemd starts it no more. */
  readonly hasFailed?: boolean
}

const differs = { verdict: 'unknown', because: { reason: 'ConfigzDiffers' } } as const
const silent = { verdict: 'fail', because: { reason: 'HealthzSilent' } } as const

/** A trial without a restart, of a process that started so long before the file was written, and works unless that is said. */
function proven({
  olderMs = 500,
  configz = differs,
  seen: more,
  isOwn = false,
  healthz,
  hasFailed = false,
}: Circumstances): string {
  const story = new Story().start({ node: good }).pass(60_000)
  const { state, now, service } = story
  const config = isOwn ? local : good
  const changedAtMs = now.uptimeMs + 300_000
  const failedToStart = { ...service, activeState: 'failed', mainPid: 0, startedAtMs: undefined }
  const kubelet = hasFailed ? failedToStart : { ...service, startedAtMs: changedAtMs - olderMs }
  const trial = { ...(state.journal.work as Trial), config, restarts: isOwn, others: '', othersRead: '' }
  let seen: State = {
    ...state,
    at: { ...now, uptimeMs: now.uptimeMs + 900_000 },
    journal: { ...state.journal, active: config, work: trial },
    seen: { ...state.seen, service: kubelet, ...more },
  }
  const written = { ...ours(good, changedAtMs), others: '' }
  const live = more?.live ?? (isOwn ? { ...written, content: 'local' as const } : written)
  for (let looks = 0; looks < 120 && seen.journal.work.kind === 'Trial'; looks += 1) {
    const at = { ...seen.at, uptimeMs: seen.at.uptimeMs + 10_000 }
    const evidence = { ...story.probed(), service: kubelet, configz, ...(healthz && { healthz }) }
    seen = inTrial.probed!({ ...seen, at, seen: { ...seen.seen, live } }, seen.journal.work, evidence)
  }
  const { work, postponed } = seen.journal
  if (work.kind === 'RollingBack') return work.verdict === 'bad' ? 'blamed' : 'left'
  return work.kind === 'Settled' && postponed !== undefined ? 'unproven' : work.kind
}

const foreign = { content: 'foreign', sha256: 'f'.repeat(64), others: '', changedAtMs: 900_000 } as const

const reset = { because: { reason: 'RescueReset' }, mendable: false }

test.each<[what: string, Circumstances, kind: string]>([
  ['was not restarted for its trial, and started in the second of the write', {}, 'Applying'],
  ['was not restarted for its trial, and is older than the file', { olderMs: 60_000 }, 'Applying'],
  ['was not restarted for its trial, and is younger than the file', { olderMs: -60_000 }, 'Settled'],
  ['was not restarted for its trial, and shows the document', { configz: { verdict: 'pass' } }, 'Settled'],
  [
    'was not restarted for its trial, and could not be restarted with a rescue',
    { seen: { disconnection: reset } },
    'unproven',
  ],
  ["started in the second in which the node's own file was put back", { isOwn: true }, 'Settled'],
  ["is older than the node's own file", { isOwn: true, olderMs: 60_000 }, 'Applying'],
  [
    'was not restarted for its trial, and whose file another program has changed since',
    { seen: { live: foreign } },
    'unproven',
  ],
  [
    'shows the document, although another program has changed the file since',
    { seen: { live: foreign }, configz: { verdict: 'pass' } },
    'Settled',
  ],
  [
    'is sick, and whose file another program has changed since',
    { seen: { live: foreign }, olderMs: -60_000, healthz: silent },
    'left',
  ],
  ['is sick, and started in the second of the write', { healthz: silent }, 'left'],
  ['is sick, and is younger than the file', { healthz: silent, olderMs: -60_000 }, 'blamed'],
  ['has ended, with all that were started since', { hasFailed: true }, 'blamed'],
])('a process of which configz says nothing, and that %s', (_, circumstances, kind) =>
  expect(proven(circumstances)).toBe(kind),
)

interface Return {
  readonly stage?: RollingBack['stage']
  readonly active?: Config
  readonly lastKnownGood?: typeof good
  readonly live?: typeof good
}

/** What was good could not be written, and the node's own files are to come back. */
function rescued({
  stage = 'disarming',
  active = failed,
  lastKnownGood = good,
  live = good,
}: Return): readonly string[] {
  const { state } = new Story().start({ node: good }).pass(60_000)
  const work: RollingBack = {
    kind: 'RollingBack',
    since: 0,
    stage,
    from: failed,
    to: local,
    because: { reason: 'OutOfSpace' },
    verdict: 'none',
    stateFiles: { kind: 'leave' },
    isLastResort: false,
    writtenAt: undefined,
    probes: (state.journal.work as Trial).probes,
  }
  const journal = {
    ...state.journal,
    active,
    lastKnownGood,
    work,
    cleanupTasks: [{ kind: 'acknowledge-rescue' } as const],
  }
  const before: State = { ...state, journal, seen: { ...state.seen, live: ours(live) } }
  const after = [
    rollingBack.sawRescued!(before, work, { checkpoint: failed.checkpoint, rescued: true }),
    rollingBack.sawLive!(before, work, { live: ours(live), isFirst: false }),
  ]
  return after.map(({ journal: now }) => {
    const { stage: next, to } = now.work as RollingBack
    return `${next} ${to === good ? 'good' : to.source}`
  })
}

test.each<[what: string, Return, next: string]>([
  ['is kept before the own files are written', {}, 'checking good'],
  ['is kept while they are examined', { stage: 'examining' }, 'checking good'],
  ['is left while they are written', { stage: 'writing' }, 'writing local'],
  ['is kept when it has replaced them', { stage: 'checking', active: local }, 'checking good'],
  ['is left if it has failed itself', { active: good }, 'disarming local'],
  ['is left if it is what failed', { lastKnownGood: failed, live: failed, active: good }, 'disarming local'],
  ['is left if something else is there', { live: failed }, 'disarming local'],
])('what the rescue has put back %s', (_, circumstances, next) => expect(rescued(circumstances)).toEqual([next, next]))
