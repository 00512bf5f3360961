import { expect } from '@jest/globals'
import { podBody } from '../pods.ts'
import { expectRefusal, good, make, ownNamespace, patchCall, pathOf, read } from '../requests.ts'
import type { Case } from '../subject.ts'

export const objects: readonly Case[] = [
  {
    name: 'metadata: without its last label and annotation an object has no labels and annotations',
    async run(subject) {
      const metadata = { name: subject.name(), labels: { tier: 'a' }, annotations: {} }
      const made = await make(subject, pathOf('configmaps'), { metadata })
      expect(made.metadata).not.toHaveProperty('annotations')
      const path = `${pathOf('configmaps')}/${metadata.name}`
      await subject.request(patchCall(path, 'merge', { metadata: { labels: { tier: null } } }))
      expect((await read(subject, path)).metadata).not.toHaveProperty('labels')
    },
  },
  {
    name: 'namespace: it is Active and labelled with its name',
    async run(subject) {
      const name = subject.name()
      const made = await make(subject, pathOf('namespaces'), { metadata: { name } })
      expect(made).toMatchObject({
        metadata: { labels: { 'kubernetes.io/metadata.name': name } },
        status: { phase: 'Active' },
      })
    },
  },
  {
    name: 'namespace: deleted, it takes along what is in it',
    async run(subject) {
      const namespace = await ownNamespace(subject)
      await make(subject, pathOf('configmaps', namespace), { metadata: { name: 'inside' } })
      const path = `${pathOf('namespaces')}/${namespace}`
      await subject.request({ method: 'DELETE', path })
      await subject.eventually(async () => expect((await subject.request({ method: 'GET', path })).status).toBe(404))
      expect((await subject.request({ method: 'GET', path: `${pathOf('configmaps', namespace)}/inside` })).status).toBe(
        404,
      )
    },
  },
  {
    name: 'namespace: a name with a dot is invalid',
    async run(subject) {
      const body = { metadata: { name: `${subject.name()}.x` } }
      expectRefusal(await subject.request({ method: 'POST', path: pathOf('namespaces'), body }), {
        code: 422,
        reason: 'Invalid',
        message: /metadata\.name: Invalid value: ".*": (a lowercase RFC 1123 label|must not contain dots)/,
      })
    },
  },
  {
    name: 'pod: a container without an image is invalid',
    async run(subject) {
      const name = subject.name()
      const body = { metadata: { name }, spec: { containers: [{ name: 'a' }] } }
      expectRefusal(await subject.request({ method: 'POST', path: pathOf('pods'), body }), {
        code: 422,
        reason: 'Invalid',
        message: `Pod "${name}" is invalid: spec.containers[0].image: Required value`,
      })
    },
  },
  {
    name: 'pod: a new one is Pending, of generation 1, with defaults',
    async run(subject) {
      const name = subject.name()
      const made = await make(subject, pathOf('pods'), podBody(name, { spec: { schedulerName: 'nobody' } }))
      expect(made).toMatchObject({
        metadata: { generation: 1 },
        spec: {
          restartPolicy: 'Always',
          dnsPolicy: 'ClusterFirst',
          containers: [{ terminationMessagePath: '/dev/termination-log' }],
        },
        status: { phase: 'Pending', qosClass: 'BestEffort' },
      })
    },
  },
  {
    name: 'node: annotations and labels can be patched, its allocatable only by status',
    async run(subject) {
      const node = await subject.node()
      const key = subject.name()
      const path = `/api/v1/nodes/${node}`
      const label = (value: string | null) =>
        subject.request(
          patchCall(path, 'merge', {
            metadata: { annotations: { [key]: value } },
            status: { allocatable: { cpu: '99' } },
          }),
        )
      subject.afterwards(() => label(null))
      const reply = good(await label('1'))
      expect(reply).toMatchObject({ metadata: { annotations: { [key]: '1' } } })
      expect(reply).not.toHaveProperty('status.allocatable.cpu', '99')
    },
  },
]
