import { expect, test } from '@jest/globals'
import { balloon } from '../../../src/lib/names.ts'
import { inspectDryRun, resizePatch } from '../../../src/lib/sizing/patch.ts'
import { recorded } from './recordings.ts'
import { balloonPod, container } from './samples.ts'

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

test('a balloon that only asks for more comes out of a dry run unharmed', () => {
  expect(inspectDryRun(recorded('get-resize')[0]!)).toBeUndefined()
})

test.each([
  ['limitrange-injects-limit-dryrun', 'the cluster would put a cpu limit 500m on balloon balloon-aaaaa, for good'],
  [
    'limitrange-max-container-under',
    'the cluster would put a cpu limit 500m and a memory limit 1Gi on balloon balloon-aaaaa, for good',
  ],
])('%s is caught', (name, message) => {
  expect(inspectDryRun(recorded(name)[0]!)).toMatchObject({ code: 'refused', message })
})

test('pod-level resources are caught as well', () => {
  const answer = balloonPod(from, from, { spec: { resources: { requests: { cpu: '500m' } } } })
  expect(inspectDryRun(answer)?.message).toContain('pod-level cpu request 500m')
})
