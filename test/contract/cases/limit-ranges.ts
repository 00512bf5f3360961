import { expect } from '@jest/globals'
import { type Pod, parkedPod, podBody, resizeCall } from '../pods.ts'
import { eventuallyRefused, forbidden, nameOf } from '../refused-resize.ts'
import { good, make, ownNamespace, pathOf } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'

/** A pod of 100m and 16Mi, and then a limit of its namespace. */
async function limited(subject: Subject, limit: object): Promise<string> {
  const namespace = await ownNamespace(subject)
  const path = await parkedPod(subject, { namespace, requests: { cpu: '100m', memory: '16Mi' } })
  await make(subject, pathOf('limitranges', namespace), { metadata: { name: 'l' }, spec: { limits: [limit] } })
  return path
}

export const limitRanges: readonly Case[] = [
  {
    name: 'limit range: a maximum of containers gives limits to a pod that is resized',
    async run(subject) {
      const path = await limited(subject, { type: 'Container', max: { cpu: '500m', memory: '1Gi' } })
      const call = { ...resizeCall(path, { cpu: '200m' }), query: { dryRun: 'All' } }
      await subject.eventually(async () => {
        const { spec } = good(await subject.request<Pod>(call))
        expect(spec.containers[0]?.resources).toEqual({
          requests: { cpu: '200m', memory: '16Mi' },
          limits: { cpu: '500m', memory: '1Gi' },
        })
      })
    },
  },
  {
    name: 'limit range: a maximum of containers caps a resize',
    async run(subject) {
      const path = await limited(subject, { type: 'Container', max: { cpu: '500m', memory: '1Gi' } })
      await eventuallyRefused(subject, path, '600m', {
        code: 422,
        reason: 'Invalid',
        message: `Pod "${nameOf(path)}" is invalid: spec.containers[0].resources.requests: Invalid value: "600m": must be less than or equal to cpu limit of 500m`,
      })
    },
  },
  {
    name: 'limit range: a minimum of containers holds for a resize',
    async run(subject) {
      const path = await limited(subject, { type: 'Container', min: { cpu: '90m' } })
      await eventuallyRefused(
        subject,
        path,
        '50m',
        forbidden(path, 'minimum cpu usage per Container is 90m, but request is 50m'),
      )
    },
  },
  {
    name: 'limit range: a maximum of pods forbids every resize without limits',
    async run(subject) {
      const path = await limited(subject, { type: 'Pod', max: { cpu: '500m' } })
      await eventuallyRefused(
        subject,
        path,
        '160m',
        forbidden(path, 'maximum cpu usage per Pod is 500m.  No limit is specified'),
      )
    },
  },
  {
    name: 'limit range: limits that equal the requests would change the class',
    async run(subject) {
      const path = await limited(subject, { type: 'Container', max: { cpu: '200m', memory: '16Mi' } })
      await eventuallyRefused(subject, path, '200m', {
        code: 422,
        reason: 'Invalid',
        message: /spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing/,
      })
    },
  },
  {
    name: 'limit range: defaults are given to new pods',
    async run(subject) {
      const path = await limited(subject, {
        type: 'Container',
        default: { cpu: '400m' },
        defaultRequest: { cpu: '50m' },
      })
      const namespace = path.split('/')[4] ?? ''
      await subject.eventually(async () => {
        const call = {
          method: 'POST',
          path: pathOf('pods', namespace),
          query: { dryRun: 'All' },
          body: podBody('new', {}),
        }
        const { spec, metadata } = good(await subject.request<Pod>(call))
        expect(spec.containers[0]?.resources).toEqual({ limits: { cpu: '400m' }, requests: { cpu: '50m' } })
        expect(metadata).toHaveProperty(['annotations', 'kubernetes.io/limit-ranger'])
      })
    },
  },
]
