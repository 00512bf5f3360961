import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { lastResizer } from '../../../../src/lib/sizes/desired/last-resizer.ts'

const entry = (manager: string, time: string, subresource = 'resize') => ({ manager, time, subresource })
const [earlier, later] = [entry('one', '2026-11-27T10:00:00Z'), entry('two', '2026-11-27T10:00:01Z')]
const podOf = (...managedFields: readonly object[]) => ({ metadata: { managedFields } }) as unknown as Pod

test('the last resize of a balloon is the latest by the clock of the server, in whatever order they are', () => {
  const last = { manager: 'two', at: later.time }
  expect([lastResizer(podOf(earlier, later)), lastResizer(podOf(later, earlier))]).toEqual([last, last])
  expect(lastResizer(podOf(earlier, entry('kubelet', '2026-11-27T11:00:00Z', 'status')))?.manager).toBe('one')
})
