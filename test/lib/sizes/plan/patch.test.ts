import { expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { inspectDryRun, resizePatch } from '../../../../src/lib/sizes/plan/patch.ts'
import { balloonPod, container } from '../../pods/samples.ts'
import { recorded } from '../model/recordings.ts'

const from = { cpu: '1m', memory: '16Mi' }
const to = { cpu: '1500m', memory: '2Gi' }

test('a resize holds only for this pod, this container and the requests as they were read', () => {
  const pod = balloonPod(from)
  expect(resizePatch({ pod, from, to })).toEqual([
    { op: 'test', path: '/metadata/uid', value: pod.metadata.uid },
    { op: 'test', path: '/spec/containers/0/name', value: 'balloon' },
    { op: 'test', path: '/spec/containers/0/resources/requests/cpu', value: '1m' },
    { op: 'test', path: '/spec/containers/0/resources/requests/memory', value: '16Mi' },
    { op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '1500m' },
    { op: 'replace', path: '/spec/containers/0/resources/requests/memory', value: '2Gi' },
  ])
})

test('the container is found by its name', () => {
  const spec = { containers: [container('injected', {}), container(balloon.container, from)] }
  const paths = resizePatch({ pod: balloonPod(from, from, { spec }), from, to }).map(({ path }) => path)
  expect(paths[1]).toBe('/spec/containers/1/name')
})

const inspect = (answer: Pod) => inspectDryRun({ pod: balloonPod(from), answer })
const limit = (resource: string, text: string) => ({ kind: 'limit', resource, text })

test('a balloon that only requests more comes out of a dry run unharmed', () => {
  expect(inspect(recorded('get-resize')[0]!)).toBeUndefined()
})

test.each([
  ['limitrange-injects-limit-dryrun', [limit('cpu', '500m')]],
  ['limitrange-max-container-under', [limit('cpu', '500m'), limit('memory', '1Gi')]],
])('%s is caught', (name, resourceLimits) => {
  const subject = { kind: 'Node', name: 'node-a' }
  const namespace = 'kube-system'
  expect(inspect(recorded(name)[0]!)).toEqual({ reason: 'ResizeWouldAddLimits', subject, namespace, resourceLimits })
})

test('pod-level resources are caught as well', () => {
  const answer = balloonPod(from, from, { spec: { resources: { requests: { cpu: '500m' } } } })
  const resourceLimits = [{ kind: 'pod-level request', resource: 'cpu', text: '500m' }]
  expect(inspect(answer)).toMatchObject({ resourceLimits })
})
