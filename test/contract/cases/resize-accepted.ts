import { expect } from '@jest/globals'
import { type Pod, parkedPod, resizeCall, small } from '../pods.ts'
import { expectRefusal, good, type PatchType, patchCall, read } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'

const balloon = (fields: object): object => ({ spec: { containers: [{ name: 'balloon', ...fields }] } })
const requestsOf = ({ spec }: Pod) => spec.containers[0]?.resources.requests

const accepted: readonly (readonly [string, PatchType, unknown, object])[] = [
  [
    'a strategic patch of cpu alone keeps memory',
    'strategic',
    balloon({ resources: { requests: { cpu: '20m' } } }),
    { cpu: '20m', memory: '16Mi' },
  ],
  [
    'a merge patch with both requests fills in the rest',
    'merge',
    balloon({ resources: { requests: { cpu: '20m', memory: '32Mi' } } }),
    { cpu: '20m', memory: '32Mi' },
  ],
  [
    'a JSON patch replaces one request',
    'json',
    [{ op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '20m' }],
    { cpu: '20m', memory: '16Mi' },
  ],
  [
    'one request may be 0',
    'strategic',
    balloon({ resources: { requests: { cpu: '0' } } }),
    { cpu: '0', memory: '16Mi' },
  ],
  ['empty requests change nothing', 'strategic', balloon({ resources: { requests: {} } }), small],
  [
    'a number is a quantity',
    'strategic',
    balloon({ resources: { requests: { cpu: 1 } } }),
    { cpu: '1', memory: '16Mi' },
  ],
  [
    'a fraction is a quantity',
    'strategic',
    balloon({ resources: { requests: { cpu: 0.25 } } }),
    { cpu: '250m', memory: '16Mi' },
  ],
  [
    'quantities come back in canonical form',
    'strategic',
    balloon({ resources: { requests: { cpu: '1000m', memory: '1024Mi' } } }),
    { cpu: '1', memory: '1Gi' },
  ],
  [
    'decimal memory keeps its decimal suffix',
    'strategic',
    balloon({ resources: { requests: { memory: '20000000' } } }),
    { cpu: '10m', memory: '20M' },
  ],
  [
    'bytes that no suffix divides stay bytes',
    'strategic',
    balloon({ resources: { requests: { memory: '1073741824' } } }),
    { cpu: '10m', memory: '1073741824' },
  ],
  [
    'less than a milli-CPU is rounded up',
    'strategic',
    balloon({ resources: { requests: { cpu: '0.0005' } } }),
    { cpu: '1m', memory: '16Mi' },
  ],
  ['an unknown field is dropped', 'strategic', balloon({ resources: { requestz: { cpu: '20m' } } }), small],
]

/** Each is dropped in silence. */
const foreign: readonly (readonly [string, object])[] = [
  ['an image', balloon({ image: 'localhost/other:9', resources: { requests: { cpu: '20m' } } })],
  ['an environment', balloon({ env: [{ name: 'A', value: 'b' }], resources: { requests: { cpu: '20m' } } })],
  [
    'labels and annotations',
    {
      metadata: { labels: { a: 'b' }, annotations: { a: 'b' } },
      ...balloon({ resources: { requests: { cpu: '20m' } } }),
    },
  ],
  [
    'a deadline',
    {
      spec: {
        activeDeadlineSeconds: 99_999,
        containers: [{ name: 'balloon', resources: { requests: { cpu: '20m' } } }],
      },
    },
  ],
]

async function park(subject: Subject): Promise<{ path: string; before: Pod }> {
  const path = await parkedPod(subject)
  return { path, before: await read<Pod>(subject, path) }
}

export const resizeAccepted: readonly Case[] = [
  ...accepted.map(
    ([name, type, body, requests]): Case => ({
      name: `resize: ${name}`,
      async run(subject) {
        const { path } = await park(subject)
        expect(requestsOf(good(await subject.request<Pod>(patchCall(`${path}/resize`, type, body))))).toEqual(requests)
        expect(requestsOf(await read<Pod>(subject, path))).toEqual(requests)
      },
    }),
  ),
  ...foreign.map(
    ([name, body]): Case => ({
      name: `resize: ${name} that comes along is dropped`,
      async run(subject) {
        const { path, before } = await park(subject)
        const after = good(await subject.request<Pod>(patchCall(`${path}/resize`, 'strategic', body)))
        const [container] = before.spec.containers
        const resized = { ...container, resources: { requests: { cpu: '20m', memory: '16Mi' } } }
        expect(after.spec).toEqual({ ...before.spec, containers: [resized] })
        expect(after.metadata.labels).toEqual(before.metadata.labels)
        expect(after.metadata).not.toHaveProperty('annotations')
      },
    }),
  ),
  {
    name: 'resize: each change counts a generation, a change that is none does not',
    async run(subject) {
      const { path, before } = await park(subject)
      expect(before.metadata.generation).toBe(1)
      const after = good(await subject.request<Pod>(resizeCall(path, { cpu: '20m' })))
      expect(after.metadata.generation).toBe(2)
      const again = good(await subject.request<Pod>(resizeCall(path, { cpu: '20m' })))
      expect(again.metadata).toMatchObject({ generation: 2, resourceVersion: after.metadata.resourceVersion })
    },
  },
  {
    name: 'resize: GET of the subresource is the pod',
    async run(subject) {
      const { path, before } = await park(subject)
      expect(await read<Pod>(subject, `${path}/resize`)).toEqual(before)
    },
  },
  {
    name: 'resize: PUT of the pod as it was read takes its requests',
    async run(subject) {
      const { path, before } = await park(subject)
      const containers = [{ ...before.spec.containers[0], resources: { requests: { cpu: '20m', memory: '16Mi' } } }]
      const body = { ...before, spec: { ...before.spec, containers } }
      const after = good(await subject.request<Pod>({ method: 'PUT', path: `${path}/resize`, body }))
      expect(requestsOf(after)).toEqual({ cpu: '20m', memory: '16Mi' })
    },
  },
  {
    name: 'resize: a dry run answers as if it were done, and does nothing',
    async run(subject) {
      const { path, before } = await park(subject)
      const call = { ...resizeCall(path, { cpu: '20m' }), query: { dryRun: 'All' } }
      const dry = good(await subject.request<Pod>(call))
      expect({ requests: requestsOf(dry), generation: dry.metadata.generation }).toEqual({
        requests: { cpu: '20m', memory: '16Mi' },
        generation: 2,
      })
      expect(await read<Pod>(subject, path)).toEqual(before)
    },
  },
  {
    name: 'resize: an unknown field is warned of, and refused when strict',
    async run(subject) {
      const { path } = await park(subject)
      const call = patchCall(`${path}/resize`, 'strategic', balloon({ resources: { requestz: {} } }))
      const field = 'unknown field "spec.containers[0].resources.requestz"'
      const reply = await subject.request({ ...call, query: { fieldValidation: 'Warn' } })
      expect(reply.headers['warning']).toBe(`299 - "${field.replaceAll('"', '\\"')}"`)
      const strict = await subject.request({ ...call, query: { fieldValidation: 'Strict' } })
      expectRefusal(strict, {
        code: 422,
        reason: 'Invalid',
        message: /strict decoding error: unknown field "spec\.containers\[0\]\.resources\.requestz"$/,
      })
    },
  },
]
