import { expect } from '@jest/globals'
import { parkedPod, podBody, resizeCall } from '../pods.ts'
import { eventuallyRefused, forbidden } from '../refused-resize.ts'
import { expectRefusal, good, make, ownNamespace, pathOf, read } from '../requests.ts'
import type { Case, Subject } from '../subject.ts'

interface Quota {
  readonly metadata: { readonly name: string }
  readonly status: { readonly hard?: object; readonly used?: Readonly<Record<string, string>> }
}

/** The controller counts what it has seen; a pod that it sees a moment later, it counts at the next resync only. */
const informedMs = 500
/** It may count once more soon after it has counted, and a resize that it has not seen is lost then. */
const countedMs = 1_500

async function quota(subject: Subject, hard: object): Promise<{ namespace: string; path: string }> {
  const namespace = await ownNamespace(subject)
  const path = await parkedPod(subject, { namespace, requests: { cpu: '100m', memory: '16Mi' } })
  await subject.pass(informedMs)
  await make(subject, pathOf('resourcequotas', namespace), { metadata: { name: 'q' }, spec: { hard } })
  await subject.eventually(async () => {
    const { status } = await read<Quota>(subject, `${pathOf('resourcequotas', namespace)}/q`)
    if (status.used === undefined) throw new Error('quota is not counted yet')
  })
  return { namespace, path }
}

export const quotas: readonly Case[] = [
  {
    name: 'quota: what is used is counted',
    async run(subject) {
      const { namespace } = await quota(subject, { 'requests.cpu': '1', 'requests.memory': '1Gi', pods: '5' })
      await subject.eventually(async () => {
        const { status } = await read<Quota>(subject, `${pathOf('resourcequotas', namespace)}/q`)
        expect(status).toMatchObject({
          hard: { 'requests.cpu': '1', 'requests.memory': '1Gi', pods: '5' },
          used: { 'requests.cpu': '100m', 'requests.memory': '16Mi', pods: '1' },
        })
      })
    },
  },
  {
    name: 'quota: a resize above it is forbidden, with what is asked, used and allowed',
    async run(subject) {
      const { path } = await quota(subject, { 'requests.cpu': '500m' })
      await eventuallyRefused(
        subject,
        path,
        '1200m',
        forbidden(
          path,
          'exceeded quota: q, requested: requests.cpu=1100m, used: requests.cpu=100m, limited: requests.cpu=500m',
        ),
      )
    },
  },
  {
    name: 'quota: a resize within it is counted',
    async run(subject) {
      const { path, namespace } = await quota(subject, { 'requests.cpu': '500m' })
      await subject.pass(countedMs)
      good(await subject.request(resizeCall(path, { cpu: '300m' })))
      await subject.eventually(async () => {
        const { status } = await read<Quota>(subject, `${pathOf('resourcequotas', namespace)}/q`)
        expect(status.used).toEqual({ 'requests.cpu': '300m' })
      })
    },
  },
  {
    name: 'quota: a pod may shrink while it is exceeded',
    async run(subject) {
      const { path } = await quota(subject, { 'requests.cpu': '50m' })
      expect((await subject.request(resizeCall(path, { cpu: '90m' }))).status).toBe(200)
    },
  },
  {
    name: 'quota: limits that it counts must be given',
    async run(subject) {
      const { path } = await quota(subject, { 'limits.cpu': '1', 'limits.memory': '1Gi' })
      await eventuallyRefused(
        subject,
        path,
        '130m',
        forbidden(path, 'failed quota: q: must specify limits.cpu for: balloon; limits.memory for: balloon'),
      )
    },
  },
  {
    name: 'quota: a pod above it is forbidden',
    async run(subject) {
      const { namespace } = await quota(subject, { pods: '1' })
      const body = podBody('second', { spec: { schedulerName: 'nobody' } })
      const call = { method: 'POST', path: pathOf('pods', namespace), query: { dryRun: 'All' }, body }
      const text = 'pods "second" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1'
      await subject.eventually(async () =>
        expectRefusal(await subject.request(call), { code: 403, reason: 'Forbidden', message: text }),
      )
    },
  },
]
