import { expect } from '@jest/globals'
import { parkedPod, podBody, resizeCall, roomOf, runningPod, small } from '../pods.ts'
import { absent, conflict, expectRefusal, good, patchCall, type Refused, read } from '../requests.ts'
import type { Case } from '../subject.ts'

const balloon = (fields: object): object => ({ spec: { containers: [{ name: 'balloon', ...fields }] } })
const requests = (quantities: unknown): object => balloon({ resources: { requests: quantities } })

const qos = 'Pod QOS Class may not change as a result of resizing'

const json = (...operations: object[]): object[] => operations
const testOf = (path: string, value: string): object => ({ op: 'test', path, value })
const cpuAt = '/spec/containers/0/resources/requests/cpu'

const failedTest: Refused = {
  code: 422,
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
}

export const resizeRefused: readonly Case[] = [
  {
    name: 'resize: a test of the uid that fails is 422 with empty details',
    async run(subject) {
      const path = await parkedPod(subject)
      const body = json(testOf('/metadata/uid', 'other'), { op: 'replace', path: cpuAt, value: '20m' })
      const reply = await subject.request(patchCall(`${path}/resize`, 'json', body))
      expectRefusal(reply, failedTest)
      expect(reply.body).toHaveProperty('details', {})
    },
  },
  {
    name: 'resize: a test compares text, not quantities',
    async run(subject) {
      const path = await parkedPod(subject)
      const attempt = (cpu: string) =>
        subject.request(
          patchCall(`${path}/resize`, 'json', json(testOf(cpuAt, cpu), { op: 'replace', path: cpuAt, value: '20m' })),
        )
      expectRefusal(await attempt('0.01'), failedTest)
      expect((await attempt('10m')).status).toBe(200)
    },
  },
  {
    name: 'resize: an old resourceVersion is a conflict, as patch and as PUT',
    async run(subject) {
      const path = await parkedPod(subject)
      const old = await read(subject, path)
      good(await subject.request(resizeCall(path, { cpu: '20m' })))
      const patch = { metadata: { resourceVersion: old.metadata.resourceVersion }, ...requests({ cpu: '30m' }) }
      const stale = conflict('pods', old.metadata.name)
      expectRefusal(await subject.request(patchCall(`${path}/resize`, 'strategic', patch)), stale)
      expectRefusal(await subject.request({ method: 'PUT', path: `${path}/resize`, body: old }), stale)
    },
  },
  {
    name: 'resize: another uid is invalid',
    async run(subject) {
      const path = await parkedPod(subject)
      const patch = { metadata: { uid: 'other' }, ...requests({ cpu: '30m' }) }
      expectRefusal(await subject.request(patchCall(`${path}/resize`, 'strategic', patch)), {
        code: 422,
        reason: 'Invalid',
        message: /metadata\.uid: Invalid value: "other": field is immutable/,
      })
    },
  },
  {
    name: 'resize: a limit stays for good, and caps the requests',
    async run(subject) {
      const path = await parkedPod(subject)
      good(
        await subject.request(
          patchCall(`${path}/resize`, 'strategic', balloon({ resources: { limits: { cpu: '1' } } })),
        ),
      )
      const pod = path.split('/').at(-1)
      expectRefusal(
        await subject.request(
          patchCall(`${path}/resize`, 'strategic', balloon({ resources: { limits: { cpu: null } } })),
        ),
        {
          code: 422,
          reason: 'Invalid',
          message: `Pod "${pod}" is invalid: spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed`,
        },
      )
      expectRefusal(await subject.request(resizeCall(path, { cpu: '1100m' })), {
        code: 422,
        reason: 'Invalid',
        message: `Pod "${pod}" is invalid: spec.containers[0].resources.requests: Invalid value: "1100m": must be less than or equal to cpu limit of 1`,
      })
    },
  },
  {
    name: 'resize: requests cannot be given to a pod without any',
    async run(subject) {
      const path = await parkedPod(subject, { requests: {} })
      expectRefusal(await subject.request(resizeCall(path, small)), {
        code: 422,
        reason: 'Invalid',
        message: new RegExp(`spec: Invalid value: "BestEffort": ${qos}`),
      })
    },
  },
  {
    name: 'resize: the size cannot be changed without the subresource',
    async run(subject) {
      const path = await parkedPod(subject)
      expectRefusal(await subject.request(patchCall(path, 'strategic', requests({ cpu: '20m' }))), {
        code: 422,
        reason: 'Invalid',
        message:
          /^Pod ".*" is invalid: spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`/,
      })
    },
  },
  {
    name: 'resize: a pod that does not exist is 404',
    async run(subject) {
      const name = subject.name()
      expectRefusal(
        await subject.request(resizeCall(`/api/v1/namespaces/default/pods/${name}`, small)),
        absent('pods', name),
      )
    },
  },
  ...(['POST', 'DELETE'] as const).map(
    (method): Case => ({
      name: `resize: ${method} is not allowed`,
      async run(subject) {
        const path = await parkedPod(subject)
        const body = podBody(path.split('/').at(-1) ?? '', {})
        expectRefusal(await subject.request({ method, path: `${path}/resize`, ...(method === 'POST' && { body }) }), {
          code: 405,
          reason: 'MethodNotAllowed',
          message: 'the server does not allow this method on the requested resource',
        })
      },
    }),
  ),
  {
    name: 'resize: more than the node can have is forbidden, in milli-CPUs and bytes',
    async run(subject) {
      const node = await subject.node()
      const path = await runningPod(subject, node)
      const { cpu, memory } = await roomOf(subject, node)
      const over = subject.between(1, 5000)
      const pod = path.split('/').at(-1) ?? ''
      const refusal = (text: string): Refused => ({
        code: 403,
        reason: 'Forbidden',
        message: `pods "${pod}" is forbidden: node didn't have enough allocatable resources: ${text}`,
        details: { name: pod, kind: 'pods', causes: [{ reason: 'NodeCapacity' }] },
      })
      const cpuText = `cpu, requested: ${cpu + over}, allocatable: ${cpu}`
      const memoryText = `memory, requested: ${memory + over}, allocatable: ${memory}`
      expectRefusal(await subject.request(resizeCall(path, { cpu: `${cpu + over}m` })), refusal(cpuText))
      expectRefusal(await subject.request(resizeCall(path, { memory: `${memory + over}` })), refusal(memoryText))
      const both = { cpu: `${cpu + over}m`, memory: `${memory + over}` }
      expectRefusal(await subject.request(resizeCall(path, both)), refusal(`${cpuText}; ${memoryText}`))
      const dryRun = { ...resizeCall(path, both), query: { dryRun: 'All' } }
      expectRefusal(await subject.request(dryRun), refusal(`${cpuText}; ${memoryText}`))
    },
  },
  {
    name: 'resize: a pod on a node that does not exist is forbidden',
    async run(subject) {
      const nodeName = subject.name()
      const path = await parkedPod(subject, { spec: { nodeName } })
      expectRefusal(await subject.request(resizeCall(path, { cpu: '20m' })), {
        code: 403,
        reason: 'Forbidden',
        message: `pods "${path.split('/').at(-1)}" is forbidden: node "${nodeName}" not found`,
      })
    },
  },
]
