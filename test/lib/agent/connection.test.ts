import '../../../src/lib/agent/host/kubelet/service-messages.ts'
import { expect, test } from '@jest/globals'
import { conditionOf } from '../../../src/lib/agent/report/condition-of.ts'
import { reportOf } from '../../../src/lib/agent/report/report-of.ts'
import { document, usable } from './props.ts'
import { Story } from './story.ts'

const subject = { kind: 'Unit', name: 'kubelet.service' } as const
const reset = { reason: 'RescueReset', subject, by: ['/etc/systemd/system/kubelet.service.d/20-other.conf'] }
const gone = { reason: 'RescueFileChanged', subject: { kind: 'File', name: '10-kubeletcfg-rescue.conf' } } as const
const notConnected = { reason: 'RescueNotConnected', because: reset }

const sees = (story: Story, problem: { because: typeof reset | typeof gone; mendable: boolean } | undefined): Story =>
  story.see({ kind: 'rescue-connection', problem })

const changesOf = ({ diary }: Story): readonly string[] => diary.filter((text) => /^(?:arm|write|restart)/.test(text))

test('no document is tried while the unit of the kubelet would not run the rescue', () => {
  const story = sees(new Story(), { because: reset, mendable: false })
  story.start({ node: document('a') }).pass(600_000)
  expect([story.phase, story.status.problem]).toEqual(['Held', notConnected])
  expect(changesOf(story)).toEqual([])
  expect(conditionOf(story.status)).toMatchObject({
    status: 'False',
    reason: 'Held',
    message: expect.stringContaining('20-other.conf drops the command of the rescue from ExecStartPre='),
  })
  sees(story, undefined).pass(60_000)
  expect(story.phase).toBe('Trial')
})

test('what is found out only when the rescue gets its orders holds the document as well', () => {
  const story = new Story()
  story.fails = 'arm'
  story.failure = notConnected
  story.start({ node: document('a') }).pass(600_000)
  expect([story.phase, story.status.problem]).toEqual(['Held', notConnected])
  expect(changesOf(story)).toEqual(['arm for local'])
})

test('a node that runs what it should says that its rescue is not connected', () => {
  const story = new Story().start({ node: document('a') }).pass(3_600_000)
  expect(story.phase).toBe('Good')
  sees(story, { because: reset, mendable: false }).pass(1_000)
  expect(conditionOf(story.status)).toMatchObject({ status: 'Unknown', reason: 'RescueNotConnected' })
  expect(reportOf(story.status).trouble?.message).toContain('would not run the rescue')
  sees(story, undefined)
  expect(conditionOf(story.status)).toMatchObject({ status: 'True', reason: 'Good' })
})

test('what is ours is mended at once, in a trial too', () => {
  const story = new Story().start({ node: document('a') }).pass(60_000)
  expect(story.phase).toBe('Trial')
  sees(story, { because: gone, mendable: true }).pass(10_000)
  expect(story.diary).toContain('connect-rescue')
  expect(story.status.trouble).toBeUndefined()
})

test('what is ours and cannot be mended is said, and is tried again later each time', () => {
  const story = new Story()
  story.fails = 'connect-rescue'
  story.failure = { reason: 'RescueNotConnected', because: gone } as typeof story.failure
  story.start()
  for (let minute = 0; minute < 20; minute++) sees(story, { because: gone, mendable: true }).pass(60_000)
  expect(story.status.trouble).toEqual(story.failure)
  const times = story.diary.filter((text) => text === 'connect-rescue').length
  expect([times > 3, times < 12]).toEqual([true, true])
  story.push(document('a')).pass(60_000)
  expect([story.phase, story.status.problem]).toEqual(['Held', story.failure])
})

test.each([
  ['--dry-run', { settings: { dryRun: true } }, undefined],
  ['an agent that must not change the node', {}, 'freeze'],
] as const)('nothing is mended by %s', (_, beginning, mode) => {
  const story = new Story(beginning).start()
  story.see({ kind: 'opt-out-file', mode })
  sees(story, { because: gone, mendable: true }).pass(60_000)
  expect(story.diary).not.toContain('connect-rescue')
  expect(story.status.trouble).toEqual({ reason: 'RescueNotConnected', because: gone })
})

test('a change that is held for another reason hides nothing', () => {
  const story = sees(new Story(), { because: reset, mendable: false })
  story.verdict = { ...usable, held: { reason: 'PodsWouldEnd' }, dependsOnPods: true }
  story.start({ node: document('a') }).pass(60_000)
  expect([story.phase, story.status.problem?.reason, story.status.trouble]).toEqual([
    'Held',
    'PodsWouldEnd',
    notConnected,
  ])
})

test("the node's own files come back without a rescue, and what runs already proves itself", () => {
  const back = new Story().start({ node: document('a') }).pass(3_600_000)
  sees(back, { because: reset, mendable: false })
  back.fails = 'arm'
  back.failure = notConnected
  back.remove('node').pass(1_800_000)
  expect([back.phase, back.status.active]).toEqual(['Idle', { source: 'local' }])

  const proving = new Story()
  proving.live = { content: 'ours', sha256: document('b').checkpoint, changedAtMs: undefined }
  proving.fails = 'arm'
  proving.failure = notConnected
  sees(proving, { because: reset, mendable: false })
    .start({ node: document('b') })
    .pass(3_600_000)
  expect(proving.diary).not.toContain('restart')
  expect([proving.phase, proving.status.lastKnownGood.source]).toEqual(['Good', 'node'])
})
