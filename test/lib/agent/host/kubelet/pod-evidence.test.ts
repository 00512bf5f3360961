import { describe, expect, test } from '@jest/globals'
import { podsAnswer, podsBefore, sandboxAnswer } from '../../../../../src/lib/agent/host/kubelet/pod-evidence.ts'
import type { PodFacts } from '../../../../../src/lib/agent/ports/agent-node.ts'
import { podEvidence } from '../../../kubelet/changes/impact/pods.ts'

const startedAt = Date.UTC(2026, 10, 22, 20)
const before = startedAt - 60_000
const after = startedAt + 5_000

const pod = (facts: Partial<PodFacts> = {}): PodFacts => ({
  uid: 'a',
  namespace: 'default',
  name: 'web',
  phase: 'Running',
  reason: '',
  isDeleted: false,
  restartsAlways: true,
  createdAt: before,
  staysOnDrain: false,
  balloonAboveFloor: false,
  hasSandbox: true,
  evidence: podEvidence({ name: 'web' }),
  ...facts,
})

test('pods that have ended cannot be lost', () => {
  const pods = ['Running', 'Pending', 'Succeeded', 'Failed', 'Unknown'].map((phase) => pod({ uid: phase, phase }))
  expect(podsBefore(pods).pods).toEqual(['Running', 'Pending', 'Unknown'])
})

test.each([
  ['Running', true, true],
  ['Running', false, false],
  ['Succeeded', true, false],
] as const)(
  'a balloon that is %s and above its floor (%s) holds room: %s',
  (phase, balloonAboveFloor, balloonHolds) => {
    expect(podsBefore([pod(), pod({ phase, balloonAboveFloor })]).balloonHolds).toBe(balloonHolds)
  },
)

describe('a pod is lost', () => {
  test.each([
    ['refused with a reason', pod({ phase: 'Failed', reason: 'OutOfpods' }), 'OutOfpods'],
    ['evicted', pod({ phase: 'Failed', reason: 'Evicted' }), 'Evicted'],
    ['without its device', pod({ phase: 'Failed', reason: 'UnexpectedAdmissionError' }), 'UnexpectedAdmissionError'],
    // 8.7: the kubelet ends a refused pod with the phase of its exit code.
    ['ended well, though it is always restarted', pod({ phase: 'Succeeded' }), ''],
    [
      'refused, and deleted by its controller',
      pod({ phase: 'Failed', reason: 'OutOfcpu', isDeleted: true }),
      'OutOfcpu',
    ],
    ['a job that was refused', pod({ phase: 'Failed', reason: 'OutOfcpu', restartsAlways: false }), 'OutOfcpu'],
    [
      'a new pod of a DaemonSet that is refused',
      pod({ uid: 'new', phase: 'Failed', reason: 'Evicted', createdAt: after, staysOnDrain: true }),
      'Evicted',
    ],
  ])('%s', (_what, seen, why) => {
    expect(podsAnswer([pod({ uid: 'b' }), seen], ['a', 'b'], startedAt)).toEqual({
      verdict: 'fail',
      because: { reason: 'PodsLost', pods: [{ pod: { kind: 'Pod', name: 'web', namespace: 'default' }, why }] },
    })
  })

  test.each([
    ['it runs', pod()],
    ['a job ended by itself', pod({ phase: 'Succeeded', restartsAlways: false })],
    ['a job failed by itself', pod({ phase: 'Failed', restartsAlways: false })],
    ['somebody deleted it', pod({ phase: 'Succeeded', isDeleted: true })],
    ['its machine shuts down', pod({ phase: 'Failed', reason: 'Terminated' })],
    [
      'a new one that is not taken in by a machine that shuts down',
      pod({ uid: 'new', phase: 'Failed', reason: 'NodeShutdown', createdAt: after, staysOnDrain: true }),
    ],
    ['it had ended before', pod({ uid: 'old', phase: 'Failed', reason: 'Evicted' })],
    ['a new one lost a race for room', pod({ uid: 'new', phase: 'Failed', reason: 'OutOfcpu', createdAt: after })],
  ])('but not: %s', (_what, seen) => {
    expect(podsAnswer([seen], ['a'], startedAt)).toEqual({ verdict: 'pass' })
  })

  test('that is not known when it is not known what ran', () => {
    expect(podsAnswer([pod()], undefined, startedAt)).toMatchObject({ verdict: 'unknown' })
  })
})

describe('sandboxes', () => {
  const now = startedAt + 300_000
  const waiting = pod({ uid: 'new', phase: 'Pending', createdAt: after, hasSandbox: false })

  test.each([
    ['one was made since', [waiting, pod({ createdAt: after })], now, 'pass'],
    ['only old ones', [pod()], now, 'unknown'],
    ['a new pod waits for minutes', [pod(), waiting], now, 'fail'],
    ['a new pod waits for seconds', [pod(), waiting], after + 10_000, 'unknown'],
    ['an old pod waits', [pod({ phase: 'Pending', hasSandbox: false })], now, 'unknown'],
  ] as const)('%s', (_what, pods, at, verdict) => {
    expect(sandboxAnswer(pods, { startedAt, now: at }).verdict).toBe(verdict)
  })
})
