import { expect, test } from '@jest/globals'
import { hasReadLive, isOlderThanLive } from '../../../../src/lib/agent/state/process-age.ts'
import { document, running } from '../props.ts'
import { Story } from '../story.ts'

test.each([
  [-1_001, true, false],
  [-1_000, false, false],
  [1_000, false, false],
  [1_001, false, true],
])('a kubelet that started %i ms after the file was written is older: %s, has read it: %s', (afterMs, older, read) => {
  const live = { content: 'ours', sha256: 'a', changedAtMs: 100_000 } as const
  const seen = { live, service: { ...running, startedAtMs: 100_000 + afterMs } } as unknown as Story['state']['seen']
  expect([isOlderThanLive({ seen }), hasReadLive({ seen })]).toEqual([older, read])
})

test('a kubelet that was started before the write is restarted; in another boot, each has read it', () => {
  const story = new Story().start({ node: document('a') })
  story.pass(1_999).suspend(1).see({ kind: 'tick' }).stopBefore('restart')
  const written = story.now.uptimeMs
  expect(story.effects).toMatchObject([{ kind: 'restart', since: written }])
  story.reboot().start({ node: document('a') })
  expect(story.stopBefore('restart').effects).toMatchObject([{ kind: 'restart', since: 0 }])
})
