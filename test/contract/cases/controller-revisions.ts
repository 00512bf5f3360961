import { expect } from '@jest/globals'
import { expectRefusal, make, patchCall, pathOf, read } from '../requests.ts'
import type { Case, Entity } from '../subject.ts'

const collection = pathOf('controllerrevisions')

interface Revision extends Entity {
  readonly data: unknown
  readonly revision: number
}

/** Of our own, without an owner: nobody collects it. */
const madeOf = (name: string) => ({
  metadata: { name, labels: { of: name } },
  data: { kubelet: 'maxPods: 50\n' },
  revision: 7,
})

export const controllerRevisions: readonly Case[] = [
  {
    name: 'controller revisions: data and number are kept as they are',
    async run(subject) {
      const name = subject.name()
      const made = await make<Revision>(subject, collection, madeOf(name))
      expect(made).toMatchObject({ data: { kubelet: 'maxPods: 50\n' }, revision: 7 })
      expect(await read(subject, `${collection}/${name}`)).toEqual(made)
    },
  },
  {
    name: 'controller revisions: one without data is refused',
    async run(subject) {
      const name = subject.name()
      const { data: _, ...body } = madeOf(name)
      expectRefusal(await subject.request({ method: 'POST', path: collection, body }), {
        code: 422,
        reason: 'Invalid',
        message: `ControllerRevision.apps "${name}" is invalid: data: Required value: data is mandatory`,
      })
    },
  },
  {
    name: 'controller revisions: a negative number is refused',
    async run(subject) {
      const body = { ...madeOf(subject.name()), revision: -1 }
      expectRefusal(await subject.request({ method: 'POST', path: collection, body }), {
        code: 422,
        reason: 'Invalid',
        message: /revision: Invalid value: -1: must be greater than or equal to 0/,
      })
    },
  },
  {
    name: 'controller revisions: data cannot be changed, everything else can',
    async run(subject) {
      const name = subject.name()
      await make(subject, collection, madeOf(name))
      const path = `${collection}/${name}`
      expectRefusal(await subject.request(patchCall(path, 'merge', { data: { kubelet: 'maxPods: 60\n' } })), {
        code: 422,
        reason: 'Invalid',
        message: /data: Invalid value: .*: field is immutable$/s,
      })
      const changed = await subject.request<Revision>(patchCall(path, 'merge', { revision: 8 }))
      expect([changed.status, changed.body.revision]).toEqual([200, 8])
    },
  },
]
