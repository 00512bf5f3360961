import { expect } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import type { Objects } from '../../../../src/lib/cluster/ports/objects.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { podBody, small } from '../../../contract/pods.ts'
import { good, ownNamespace, patchCall, pathOf, read } from '../../../contract/requests.ts'
import type { Entity } from '../../../contract/subject.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

interface Room {
  readonly objects: Objects
  readonly namespace: string
  /** Not stored yet. */
  readonly object: ObjectBody
  readonly path: string
}

/** A LimitRange to be, in a namespace of the case's own. */
async function room(subject: PortSubject): Promise<Room> {
  const namespace = await ownNamespace(subject)
  const { objects } = await subject.connect({ namespace })
  const spec = { limits: [{ type: 'Pod', max: { cpu: '1' } }] }
  const object = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'own', namespace }, spec }
  return { objects, namespace, object, path: `${pathOf('limitranges', namespace)}/own` }
}

interface Managed extends Entity {
  readonly metadata: Entity['metadata'] & { readonly managedFields: readonly { readonly manager: string }[] }
}

const applies: readonly PortCase[] = [
  {
    name: 'objects: one that is not there is undefined',
    async run(subject) {
      const { objects, object } = await room(subject)
      expect(await objects.read(object, limits)).toBeUndefined()
    },
  },
  {
    name: 'objects: what is applied is stored, under the name of nodesize, and answered as a read does',
    async run(subject) {
      const { objects, object, path } = await room(subject)
      const applied = await objects.apply(object, 'none', limits)
      expect(applied).toMatchObject(object)
      expect(await objects.read(object, limits)).toEqual(applied)
      const { metadata } = await read<Managed>(subject, path)
      expect(metadata.managedFields.map(({ manager }) => manager)).toEqual([balloon.fieldManager])
    },
  },
  {
    name: 'objects: what is applied again is not written again',
    async run(subject) {
      const { objects, object } = await room(subject)
      const applied = await objects.apply(object, 'none', limits)
      expect(await objects.apply(object, 'none', limits)).toEqual(applied)
    },
  },
  {
    name: 'objects: what somebody else has set is set back, and what they added stays',
    async run(subject) {
      const { objects, object, path } = await room(subject)
      await objects.apply(object, 'none', limits)
      const theirs = { metadata: { labels: { team: 'a' } }, spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } }
      good(await subject.request(patchCall(path, 'merge', theirs)))
      expect(await objects.apply(object, 'none', limits)).toMatchObject({
        ...object,
        metadata: { labels: { team: 'a' } },
      })
    },
  },
  {
    name: 'objects: what is applied in a dry run is answered, and not stored',
    async run(subject) {
      const { objects, object } = await room(subject)
      expect(await objects.apply(object, 'server', limits)).toMatchObject(object)
      expect(await objects.read(object, limits)).toBeUndefined()
    },
  },
]

const removals: readonly PortCase[] = [
  {
    name: 'objects: what was read is removed, and not in a dry run; that it is gone already is fine',
    async run(subject) {
      const { objects, object } = await room(subject)
      const stored = await objects.apply(object, 'none', limits)
      await objects.remove(stored, 'server', limits)
      expect(await objects.read(object, limits)).toEqual(stored)
      await objects.remove(stored, 'none', limits)
      expect(await objects.read(object, limits)).toBeUndefined()
      await objects.remove(stored, 'none', limits)
    },
  },
  {
    name: 'objects: the removal of another one of the same name is a conflict, and removes nothing',
    async run(subject) {
      const { objects, object } = await room(subject)
      const earlier = await objects.apply(object, 'none', limits)
      await objects.remove(earlier, 'none', limits)
      const stored = await objects.apply(object, 'none', limits)
      await expect(objects.remove(earlier, 'none', limits)).rejects.toMatchObject({ code: 'conflict' })
      expect(await objects.read(object, limits)).toEqual(stored)
    },
  },
  {
    name: 'objects: with a DaemonSet go its pods',
    async run(subject) {
      const { objects, namespace } = await room(subject)
      const labels = { own: 'x' }
      const spec = { nodeSelector: { 'kubernetes.io/hostname': await subject.node() } }
      const template = { metadata: { labels }, spec: podBody('', { requests: small, spec }).spec }
      const metadata = { name: 'own', namespace }
      const set = {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata,
        spec: { selector: { matchLabels: labels }, template },
      }
      const stored = await objects.apply(set, 'none', limits)
      const pods = { apiVersion: 'v1', kind: 'Pod', namespace }
      await subject.eventually(async () => expect(await objects.list(pods, limits)).toHaveLength(1))
      await objects.remove(stored, 'none', limits)
      await subject.eventually(async () => expect(await objects.list(pods, limits)).toEqual([]))
    },
  },
]

const lists: readonly PortCase[] = [
  {
    name: 'objects: a list has all of a kind, of one namespace or of all, and each knows what it is',
    async run(subject) {
      const [one, other] = [await room(subject), await room(subject)]
      for (const { objects, object } of [one, other]) await objects.apply(object, 'none', limits)
      const kind = { apiVersion: 'v1', kind: 'LimitRange' }
      const listed = await one.objects.list({ ...kind, namespace: one.namespace }, limits)
      expect(listed).toEqual([expect.objectContaining(kind)])
      const everywhere = (await one.objects.list(kind, limits)).map(({ metadata }) => metadata.namespace)
      expect(everywhere).toEqual(expect.arrayContaining([one.namespace, other.namespace]))
    },
  },
]

export const objectCases = [...applies, ...removals, ...lists]
