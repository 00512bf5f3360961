import { describe, expect, test } from '@jest/globals'
import { balloon } from '../../src/lib/names.ts'
import { inject } from '../../src/sandbox/faults.ts'
import { type Body, jsonPatch, podOf, podsPath, startTalk, type Talk } from './talk.ts'
import { conditionOf, startPods } from './world/pods.ts'

const labels = { [balloon.podLabel.key]: balloon.podLabel.value }
const balloonPath = podsPath('kube-system', 'balloon')

/** A node of 2 cpu with a balloon of 1m, and a cluster in which a pod comes late there. */
function startRace(): Talk & { claim(requests: object, query?: Record<string, string>): Body } {
  const talk = startTalk()
  const { metadata, ...pod } = podOf('balloon', { cpu: '1m', memory: '16Mi' }, { nodeName: 'node-a' })
  const body = { ...pod, metadata: { name: 'balloon', labels } }
  talk.must('POST', podsPath('kube-system'), { body })
  talk.must('POST', podsPath('default'), { body: podOf('web', { cpu: '500m' }, { nodeName: 'node-a' }) })
  talk.sandbox.advance(1000)
  inject(talk.sandbox, { kind: 'late-pod', node: 'node-a' })
  return {
    ...talk,
    claim(requests, query = {}) {
      const patch = Object.entries(requests).map(([resource, value]) => ({
        op: 'replace',
        path: `/spec/containers/0/resources/requests/${resource}`,
        value,
      }))
      talk.ask('PATCH', `${balloonPath}/resize`, { body: patch, contentType: jsonPatch, query })
      talk.sandbox.advance(1000)
      return talk.must('GET', balloonPath)
    },
  }
}

const pending = (pod: Body): string | undefined => conditionOf(pod, 'PodResizePending')?.message
const latePods = ({ must }: Talk): Body[] =>
  must('GET', podsPath('default')).items.filter(({ metadata }: Body) => metadata.name.startsWith('late-pod'))

describe('a late pod', () => {
  test('is bound and admitted before a claim, so that the kubelet puts the balloon off', () => {
    const race = startRace()
    expect(pending(race.claim({ cpu: '200m' }))).toBe(
      "Node didn't have enough resource: cpu, requested: 200, used: 1999, capacity: 2000",
    )
    expect(latePods(race)).toHaveLength(1)
    expect(latePods(race)[0]).toMatchObject({
      metadata: { name: 'late-pod-1' },
      spec: { nodeName: 'node-a', containers: [{ resources: { requests: { cpu: '1499m' } } }] },
      status: { phase: 'Running' },
    })
  })

  test('takes what is claimed, and nothing else', () => {
    const race = startRace()
    expect(pending(race.claim({ memory: '1Gi' }))).toMatch(/resource: memory, requested: 1073741824/)
    expect(latePods(race)[0].spec.containers[0].resources.requests).toEqual({ memory: '24565312Ki' })
  })

  test('comes once', () => {
    const race = startRace()
    race.claim({ cpu: '200m' })
    race.must('DELETE', podsPath('default', 'late-pod-1'), { query: { gracePeriodSeconds: '0' } })
    race.claim({ cpu: '1m' })
    expect(pending(race.claim({ cpu: '200m' }))).toBeUndefined()
  })

  test('comes again when it is asked for again', () => {
    const race = startRace()
    race.claim({ cpu: '200m' })
    race.claim({ cpu: '1m' })
    race.sandbox.latePod('node-a')
    race.claim({ cpu: '200m' })
    expect(latePods(race).map(({ metadata }) => metadata.name)).toEqual(['late-pod-1', 'late-pod-2'])
  })

  test.each<[string, (race: ReturnType<typeof startRace>) => unknown]>([
    ['only tried', ({ claim }) => claim({ cpu: '200m' }, { dryRun: 'All' })],
    ['refused', ({ claim }) => claim({ cpu: '5' })],
    ['for nothing', ({ claim }) => claim({ cpu: '1m' })],
    [
      'made by another pod',
      ({ must }) =>
        must('PATCH', `${podsPath('default', 'web')}/resize`, {
          body: [{ op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '600m' }],
          contentType: jsonPatch,
        }),
    ],
  ])('does not come for a claim that is %s, but for the next', (_, claimInVain) => {
    const race = startRace()
    claimInVain(race)
    expect(latePods(race)).toEqual([])
    expect(pending(race.claim({ cpu: '200m' }))).toMatch(/cpu, requested: 200/)
  })

  test('is let in at once however slow the kubelets are', () => {
    const race = startRace()
    inject(race.sandbox, { kind: 'kubelet-delay', ms: 5000 })
    expect(pending(race.claim({ cpu: '200m' }))).toBeUndefined()
    race.sandbox.advance(5000)
    expect(pending(race.must('GET', balloonPath))).toMatch(/cpu, requested: 200, used: 1999/)
  })
})

describe('an API server that is not available', () => {
  test.each<[string, { ms?: number }, readonly number[]]>([
    ['stays so', {}, [503, 503]],
    ['comes back in time', { ms: 3000 }, [503, 200]],
  ])('%s', (_, fault, statuses) => {
    const { sandbox, ask } = startTalk()
    inject(sandbox, { kind: 'api-unavailable', ...fault })
    const first = ask('GET', '/version')
    expect(first).toMatchObject({ headers: { 'retry-after': '1' }, body: { details: { retryAfterSeconds: 1 } } })
    sandbox.advance(3000)
    expect([first.status, ask('GET', '/version').status]).toEqual(statuses)
  })

  test('does not come back for an earlier fault', () => {
    const { sandbox, ask } = startTalk()
    sandbox.unavailable(1, 1000)
    sandbox.unavailable(1)
    sandbox.advance(5000)
    expect(ask('GET', '/version').status).toBe(503)
    sandbox.unavailable(undefined)
    expect(ask('GET', '/version').status).toBe(200)
  })
})

describe('a kubelet that is slow', () => {
  const delay = 6000

  test('looks at a change exactly so long after it was made, whatever happened before', () => {
    const pods = startPods()
    pods.runs('p', '100m')
    inject(pods.sandbox, { kind: 'kubelet-delay', ms: delay })
    for (const [index, gap] of [0, 1700, 4321, 700, 5999].entries()) {
      pods.sandbox.advance(gap)
      const cpu = `${200 + index}m`
      const before = pods.cpuOf('p')
      pods.resize('p', cpu)
      pods.sandbox.advance(delay - 1)
      expect(pods.cpuOf('p')).toBe(`${cpu} ${before.split(' ')[0]}`)
      pods.sandbox.advance(1)
      expect(pods.cpuOf('p')).toBe(`${cpu} ${cpu}`)
    }
  })

  test('looks at a change that overtakes another when that one is due, not before', () => {
    const pods = startPods()
    pods.runs('p', '100m')
    pods.runs('q', '100m')
    inject(pods.sandbox, { kind: 'kubelet-delay', ms: delay })
    pods.resize('p', '200m')
    pods.sandbox.advance(1000)
    pods.resize('p', '300m')
    pods.resize('q', '50m')
    pods.sandbox.advance(delay - 1)
    expect([pods.cpuOf('p'), pods.cpuOf('q')]).toEqual(['300m 100m', '50m 100m'])
    pods.sandbox.advance(1)
    expect([pods.cpuOf('p'), pods.cpuOf('q')]).toEqual(['300m 300m', '50m 50m'])
  })

  test('is as quick as before when the fault is over', () => {
    const pods = startPods()
    pods.runs('p', '100m')
    pods.sandbox.kubeletDelay(delay)
    pods.resize('p', '200m')
    pods.sandbox.kubeletDelay(undefined)
    pods.sandbox.advance(delay)
    pods.resize('p', '300m')
    pods.sandbox.advance(100)
    expect(pods.cpuOf('p')).toBe('300m 300m')
  })
})

test('a kubelet that is down admits no pod', () => {
  const { sandbox, must } = startTalk()
  inject(sandbox, { kind: 'kubelet-down', node: 'node-a' })
  must('POST', podsPath('default'), { body: podOf('web', { cpu: '1' }, { nodeName: 'node-a' }) })
  sandbox.advance(10_000)
  expect(must('GET', podsPath('default', 'web')).status.phase).toBe('Pending')
})

test.each(['kubelet-down', 'late-pod'] as const)('%s needs a node that exists', (kind) => {
  const { sandbox } = startTalk()
  expect(() => inject(sandbox, { kind, node: 'node-x' })).toThrow(new RangeError("node 'node-x' not found"))
})
