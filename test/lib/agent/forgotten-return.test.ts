import { expect, test } from '@jest/globals'
import { begin } from '../../../src/lib/agent/begin.ts'
import type { Fact } from '../../../src/lib/message/fact.ts'
import { Story } from './story.ts'

const lost: Fact = { reason: 'StateDamaged' }

interface Circumstances {
  readonly lost?: Fact
  readonly mode?: 'freeze' | 'local'
  readonly dryRun?: boolean
  /** Since the agent began. */
  readonly afterMs?: number
  readonly content?: 'local' | 'foreign'
  readonly isFailing?: boolean
  /** Another agent follows on the one that lost its state, at once. */
  readonly followedBy?: 'restartAgent' | 'reboot'
}

/** What an agent does that begins on a node without documents, and whose kubelet ends again and again. */
function done({
  lost: why,
  mode,
  dryRun = false,
  afterMs = 10_000,
  content = 'local',
  isFailing = true,
  followedBy,
}: Circumstances) {
  const story = new Story({ settings: { dryRun } })
  const { settings } = story.state
  story.state = begin(undefined, { node: 'node-a', settings, moment: story.now, lost: why })[0]
  story.live = { content, sha256: undefined, changedAtMs: undefined }
  story.start()
  if (followedBy !== undefined) story[followedBy]().start()
  story.see({ kind: 'opt-out-file', mode }).pass(afterMs)
  story.diary.length = 0
  if (isFailing) story.service = { ...story.service, mainPid: 0, activeState: 'failed', subState: 'failed' }
  story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' }).pass(1_000)
  return [...new Set(story.diary)].filter((text) => text === 'restart')
}

/** What is there when nothing is known is the node's own. */
test.each<[what: string, circumstances: Circumstances, acts: readonly string[]]>([
  ['after it lost its state', { lost }, ['restart']],
  ['after an agent before this one lost its state', { lost, followedBy: 'restartAgent' }, ['restart']],
  ['after an agent lost its state, and a reboot', { lost, followedBy: 'reboot' }, ['restart']],
  ['of which it knows all', {}, []],
  ['of which two agents know all', { followedBy: 'restartAgent' }, []],
  ['and works', { lost, isFailing: false }, []],
  ['more than an hour after it lost its state', { lost, afterMs: 3_700_000 }, []],
  [
    'more than an hour after an agent before this one lost its state',
    { lost, followedBy: 'restartAgent', afterMs: 3_700_000 },
    [],
  ],
  ['which must not be changed', { lost, mode: 'freeze' }, []],
  ['with --dry-run', { lost, dryRun: true }, []],
  ['one of which another program has just written, after it lost its state', { lost, content: 'foreign' }, ['restart']],
])('a kubelet that fails with the own files of the node, %s', (_, circumstances, acts) =>
  expect(done(circumstances)).toEqual(acts),
)

test('one that came back by it, and fails again, is left alone', () => {
  const story = new Story()
  story.state = { ...story.state, lost }
  story.start().pass(1_000)
  const fail = () => {
    story.service = { ...story.service, mainPid: 0, activeState: 'failed', subState: 'failed' }
    return story.see({ kind: 'kubelet', service: story.service, version: 'v1.36.3' })
  }
  fail().pass(120_000)
  expect([story.diary.includes('restart'), story.state.journal.work.kind]).toEqual([true, 'Settled'])
  story.diary.length = 0
  fail().pass(120_000)
  expect(story.diary).not.toContain('restart')
})
