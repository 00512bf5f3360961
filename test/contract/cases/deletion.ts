import { expect } from '@jest/globals'
import { parkedPod } from '../pods.ts'
import { absent, expectRefusal, make, patchCall, pathOf, removeNow } from '../requests.ts'
import type { Case } from '../subject.ts'

const collection = pathOf('configmaps')

export const deletions: readonly Case[] = [
  {
    name: 'deletion: another uid than expected is a conflict',
    async run(subject) {
      const { metadata } = await make(subject, collection, { metadata: { name: subject.name() } })
      const body = { preconditions: { uid: 'other' } }
      expectRefusal(await subject.request({ method: 'DELETE', path: `${collection}/${metadata.name}`, body }), {
        code: 409,
        reason: 'Conflict',
        message: `Operation cannot be fulfilled on ConfigMap "${metadata.name}": the UID in the precondition (other) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
      })
    },
  },
  {
    name: 'deletion: an old resourceVersion is a conflict',
    async run(subject) {
      const { metadata } = await make(subject, collection, { metadata: { name: subject.name() } })
      const path = `${collection}/${metadata.name}`
      await subject.request(patchCall(path, 'merge', { data: { a: '1' } }))
      const body = { preconditions: { resourceVersion: metadata.resourceVersion } }
      expectRefusal(await subject.request({ method: 'DELETE', path, body }), {
        code: 409,
        reason: 'Conflict',
        message:
          /^Operation cannot be fulfilled on ConfigMap ".*": the ResourceVersion in the precondition \(\d+\) does not match the ResourceVersion in record \(\d+\)\. The object might have been modified$/,
      })
    },
  },
  {
    name: 'deletion: what does not exist is 404',
    async run(subject) {
      const name = subject.name()
      expectRefusal(
        await subject.request({ method: 'DELETE', path: `${collection}/${name}` }),
        absent('configmaps', name),
      )
    },
  },
  {
    name: 'deletion: a pod that no node has is gone at once',
    async run(subject) {
      const path = await parkedPod(subject)
      await removeNow(subject, path)
      expect((await subject.request({ method: 'GET', path })).status).toBe(404)
    },
  },
  {
    name: 'deletion: an object with a finalizer stays until the finalizer goes',
    async run(subject) {
      const name = subject.name()
      await make(subject, collection, { metadata: { name, finalizers: ['example.com/hold'] } })
      const path = `${collection}/${name}`
      const free = patchCall(path, 'merge', { metadata: { finalizers: null } })
      subject.afterwards(() => subject.request(free))
      const reply = await subject.request({ method: 'DELETE', path })
      expect(reply.body.metadata.deletionTimestamp).toMatch(/Z$/)
      expect((await subject.request({ method: 'GET', path })).status).toBe(200)
      await subject.request(free)
      expect((await subject.request({ method: 'GET', path })).status).toBe(404)
    },
  },
  {
    name: 'deletion: a selector takes just those that match',
    async run(subject) {
      const label = subject.name()
      await make(subject, collection, { metadata: { name: `${label}-a`, labels: { own: label } } })
      await make(subject, collection, { metadata: { name: `${label}-b` } })
      await subject.request({ method: 'DELETE', path: collection, query: { labelSelector: `own=${label}` } })
      expect((await subject.request({ method: 'GET', path: `${collection}/${label}-a` })).status).toBe(404)
      expect((await subject.request({ method: 'GET', path: `${collection}/${label}-b` })).status).toBe(200)
    },
  },
]
