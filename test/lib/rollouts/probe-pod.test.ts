import { expect, test } from '@jest/globals'
import type { Pod } from '../../../src/lib/api/pod.ts'
import { type ProbeId, type ProbeOutcome, probeMoments } from '../../../src/lib/rollouts/probe.ts'
import { findingsText } from '../../../src/lib/rollouts/probe-findings.ts'
import { probeIn, probeName, probePod } from '../../../src/lib/rollouts/probe-pod.ts'

const id: ProbeId = { node: 'node-a.example', generation: 7, moment: 'with' }
const made = probePod(id, { image: 'registry.example/kubeletcfg:1.0', without: ['logs'] })

const stored = (status: object, metadata: object = {}): Pod =>
  ({
    ...made,
    metadata: { ...made.metadata, uid: 'u', creationTimestamp: '2026-11-29T12:00:00Z', ...metadata },
    status,
  }) as unknown as Pod

test('what is made can be read again', () => {
  expect(probeIn(stored({ phase: 'Pending' }))).toEqual({
    ...id,
    ...{ uid: 'u', name: made.metadata.name, madeAt: Date.parse('2026-11-29T12:00:00Z') },
    outcome: { kind: 'under-way', why: undefined },
  })
})

test('when its kubelet has told last how it fares is known by the clock of the API server', () => {
  const at = (time: string, subresource?: string) => ({ manager: 'x', operation: 'Update', time, subresource })
  const managedFields = [
    at('2026-11-29T12:09:00Z'),
    at('2026-11-29T12:01:00Z', 'status'),
    at('2026-11-29T12:02:00Z', 'status'),
  ]
  expect(probeIn(stored({}, { managedFields }))?.toldAt).toBe(Date.parse('2026-11-29T12:02:00Z'))
})

test('each node, document and moment has a pod of its own', () => {
  const ids = [id, { ...id, node: 'node-b' }, { ...id, generation: 8 }, { ...id, moment: 'before' as const }]
  const names = ids.map((one) => probePod(one, { image: 'x', without: [] }).metadata.name)
  expect(new Set(names).size).toBe(ids.length)
})

test.each(probeMoments)('the name of its pod is a host name that no kubelet cuts: %s', (moment) => {
  const longest: ProbeId = { node: `${'n'.repeat(250)}.io`, generation: Number.MAX_SAFE_INTEGER, moment }
  expect(probeName(longest)).toMatch(/^[a-z0-9-]{1,63}$/)
})

test('it tries what the policy does not leave out', () => {
  expect(JSON.stringify(made)).toContain('"args":["controller","probe","volume","dns"]')
})

const container = (state: object) => ({ containerStatuses: [{ name: 'probe', state }] })
const failed = (why: string): ProbeOutcome => ({ kind: 'ended', failed: [{ check: 'start', why }] })
const dns = [{ check: 'dns', why: 'ENOTFOUND' }] as const

test.each<[string, object, ProbeOutcome]>([
  ['it runs', { phase: 'Running', ...container({ running: {} }) }, { kind: 'under-way', why: undefined }],
  [
    'its image is not there',
    { phase: 'Pending', ...container({ waiting: { reason: 'ImagePullBackOff', message: 'not found' } }) },
    { kind: 'under-way', why: 'ImagePullBackOff: not found' },
  ],
  [
    'all works',
    { phase: 'Succeeded', ...container({ terminated: { exitCode: 0, message: findingsText([]) } }) },
    { kind: 'ended', failed: [] },
  ],
  [
    'a name does not resolve',
    { phase: 'Succeeded', ...container({ terminated: { exitCode: 0, message: findingsText(dns) } }) },
    { kind: 'ended', failed: dns },
  ],
  [
    'another program has ended',
    { phase: 'Succeeded', ...container({ terminated: { exitCode: 0, message: 'hello' } }) },
    failed('its program has not said what it has found: is the image one of kubeletcfg?'),
  ],
  [
    'the program has failed',
    { phase: 'Failed', ...container({ terminated: { exitCode: 70, reason: 'Error' } }) },
    failed('exit code 70, Error'),
  ],
  [
    'it has taken too long',
    {
      phase: 'Failed',
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    },
    failed('DeadlineExceeded: Pod was active on the node longer than the specified deadline'),
  ],
  [
    'the kubelet refuses it',
    { phase: 'Failed', reason: 'SysctlForbidden', message: 'Pod was rejected' },
    failed('SysctlForbidden: Pod was rejected'),
  ],
  ['the node is full', { phase: 'Failed', reason: 'OutOfpods', message: 'Pod was rejected' }, { kind: 'no-room' }],
  [
    'a kubelet that has just started is not sure',
    { phase: 'Failed', reason: 'UnexpectedAdmissionError' },
    { kind: 'no-room' },
  ],
])('%s', (_, status, outcome) => {
  expect(probeIn(stored(status))).toMatchObject({ outcome })
})

test.each([
  ['one that is being deleted', { deletionTimestamp: '2026-11-29T12:00:00Z' }],
  ['one of somebody else', { name: 'web-1' }],
  ['one with a moment that there is not', { name: 'kubeletcfg-probe-7-after-abc' }],
])('%s is none', (_, metadata) => {
  expect(probeIn(stored({ phase: 'Running' }, metadata))).toBeUndefined()
})
