import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { podsAnswer } from '../../../../../src/lib/agent/host/kubelet/pod-evidence.ts'
import { PodWatch } from '../../../../../src/lib/agent/host/kubelet/pod-watch.ts'
import type { PodFacts } from '../../../../../src/lib/agent/ports/agent-node.ts'
import { Failure } from '../../../../../src/lib/message/failure.ts'
import { podEvidence } from '../../../kubelet/changes/impact/pods.ts'

const pod = (facts: Partial<PodFacts> = {}): PodFacts => ({
  uid: 'old',
  namespace: 'default',
  name: 'web-0',
  phase: 'Running',
  reason: '',
  isDeleted: false,
  restartsAlways: true,
  createdAt: 0,
  staysOnDrain: false,
  balloonAboveFloor: false,
  hasSandbox: true,
  evidence: podEvidence({ name: 'web' }),
  ...facts,
})

const refused = pod({ phase: 'Failed', reason: 'OutOfcpu' })
const replacement = pod({ uid: 'new' })

/** What the API server reports, one after the other; `lost`: the connection is. */
function watchOf(...batches: readonly (readonly PodFacts[] | 'lost')[]) {
  const left = [...batches]
  let opened = 0
  const node = {
    async *podChanges() {
      opened += 1
      for (let batch = left.shift(); batch !== undefined; batch = left.shift()) {
        if (batch === 'lost') throw new Failure('unreachable', { reason: 'ConnectionRefused' })
        yield batch
      }
      await new Promise(() => undefined)
    },
  }
  return { watch: new PodWatch(node), opened: () => opened }
}

const { signal } = new AbortController()
const after = async (...batches: readonly (readonly PodFacts[] | 'lost')[]) => {
  const { watch } = watchOf([pod()], ...batches)
  await watch.begin(signal, 1_000)
  await setImmediate()
  return podsAnswer(watch.among([replacement]), ['old'], 1_000)
}

test('a pod that was refused, deleted and replaced between two looks is lost', async () => {
  const answer = await after([refused], [{ ...refused, isDeleted: true }], [replacement])
  expect(answer).toMatchObject({ verdict: 'fail', because: { reason: 'PodsLost', pods: [{ why: 'OutOfcpu' }] } })
})

test('a pod that somebody deleted, or drained, is not', async () => {
  const deleted = pod({ isDeleted: true })
  expect(await after([deleted], [{ ...deleted, phase: 'Succeeded' }], [replacement])).toEqual({ verdict: 'pass' })
})

test('a pod that goes without an end is not: it was deleted by force', async () => {
  expect(await after([replacement])).toEqual({ verdict: 'pass' })
})

test('what ended before the change is forgotten', async () => {
  const { watch } = watchOf([refused])
  await watch.begin(signal, 1_000)
  await watch.begin(signal, 1)
  expect(watch.among([])).toEqual([])
})

test('a lost watch is opened again by the next look, and ends nothing', async () => {
  const { watch, opened } = watchOf('lost', [refused])
  await watch.begin(signal, 1_000)
  await setImmediate()
  watch.follow(signal)
  watch.follow(signal)
  await setImmediate()
  expect([opened(), watch.among([])]).toEqual([2, [refused]])
})

test('an API server that does not answer delays a change no longer than allowed', async () => {
  const { watch } = watchOf()
  await watch.begin(signal, 10)
  expect(watch.among([pod()])).toEqual([pod()])
})
