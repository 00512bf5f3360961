import { expect } from '@jest/globals'
import { desired as names } from '../../../../src/lib/names.ts'
import type { DesiredSize, SizeBucket } from '../../../../src/lib/sizes/desired/desired-size.ts'
import { desiredSizeText } from '../../../../src/lib/sizes/desired/desired-size-text.ts'
import { bucketNames, bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import type { ConfigMap } from '../../../contract/config-map.ts'
import { good, make, ownNamespace, patchCall, pathOf, read, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const conflict = expect.objectContaining({ code: 'conflict' })
export const changed = expect.objectContaining({
  code: 'conflict',
  fact: expect.objectContaining({ reason: 'DesiredSizeChanged' }),
})
export const desired: DesiredSize = {
  node: 'node-a',
  hold: 'size',
  amounts: { cpu: 2000n, memory: 2n ** 32n },
  stamp: { by: 'jane', at: '2026-11-21T00:00:00.000Z', message: 'why' },
}
const larger: DesiredSize = { ...desired, amounts: { cpu: 3000n } }
const name = bucketOf('node-a')
/** Another node with a desired size in the same ConfigMap. */
const beside = Array.from({ length: 100 }, (_, i) => `node-${i}`).find((node) => bucketOf(node) === name)!

/** The ConfigMaps, as install creates them, in a namespace of the case's own. */
export async function room(subject: PortSubject, created: readonly string[] = [name]) {
  const namespace = await ownNamespace(subject)
  const path = pathOf('configmaps', namespace)
  const labels = { [names.label.key]: names.label.value }
  await Promise.all(created.map((one) => make(subject, path, { metadata: { name: one, labels } })))
  const { desiredSizes } = await subject.connect({ namespace })
  const edit = async (data: object) => good(await subject.request(patchCall(`${path}/${name}`, 'merge', { data })))
  const data = async () => (await read<ConfigMap>(subject, `${path}/${name}`)).data
  return { desiredSizes, namespace, path, edit, data }
}

type Room = Awaited<ReturnType<typeof room>>

export const readNow = async ({ desiredSizes }: Room): Promise<SizeBucket> =>
  (await desiredSizes.read('node-a', limits))!

async function write(own: Room, wanted: DesiredSize | undefined, from?: SizeBucket): Promise<SizeBucket> {
  const bucket = from ?? (await readNow(own))
  const replaces = bucket.desiredSizes.get('node-a')?.text
  return own.desiredSizes.write(
    { node: 'node-a', replaces, text: wanted && desiredSizeText(wanted), bucket },
    'none',
    limits,
  )
}

export const desiredSizeCases: readonly PortCase[] = [
  {
    name: 'desired sizes: where install created nothing, there is none, and none is created',
    async run(subject) {
      const own = await room(subject, [])
      expect(await own.desiredSizes.read('node-a', limits)).toBeUndefined()
      expect(await own.desiredSizes.list(limits)).toEqual([])
      const bucket = {
        namespace: own.namespace,
        name,
        desiredSizes: new Map(),
        machines: new Map(),
        strays: [],
        hasKeys: false,
      }
      await expect(write(own, desired, bucket)).rejects.toEqual(conflict)
      expect(await own.desiredSizes.list(limits)).toEqual([])
    },
  },
  {
    name: 'desired sizes: what is written is read, replaced and removed',
    async run(subject) {
      const own = await room(subject)
      expect((await readNow(own)).desiredSizes.size).toBe(0)
      const written = await write(own, desired)
      expect(written.desiredSizes.get('node-a')).toEqual({ node: 'node-a', text: desiredSizeText(desired), desired })
      expect(await readNow(own)).toEqual(written)
      expect((await write(own, larger, written)).desiredSizes.get('node-a')?.desired).toEqual(larger)
      expect((await write(own, undefined)).desiredSizes.size).toBe(0)
      expect((await write(own, desired)).desiredSizes.get('node-a')?.desired).toEqual(desired)
    },
  },
  {
    name: 'desired sizes: a dry run writes nothing',
    async run(subject) {
      const own = await room(subject)
      const bucket = await readNow(own)
      const { desiredSizes } = await own.desiredSizes.write(
        { node: 'node-a', replaces: undefined, text: desiredSizeText(desired), bucket },
        'server',
        limits,
      )
      expect(desiredSizes.get('node-a')?.desired).toEqual(desired)
      expect(await readNow(own)).toEqual(bucket)
    },
  },
  {
    name: 'desired sizes: those of other nodes may change between read and write, and are kept',
    async run(subject) {
      const own = await room(subject)
      const before = await readNow(own)
      await own.edit({ [beside]: 'nonsense' })
      const written = await write(own, desired, before)
      await own.edit({ [beside]: 'other nonsense' })
      await write(own, larger, written)
      expect(await own.data()).toEqual({ [beside]: 'other nonsense', 'node-a': desiredSizeText(larger) })
      await own.edit({ [beside]: null })
      await write(own, undefined)
      expect((await readNow(own)).hasKeys).toBe(false)
    },
  },
  {
    name: 'desired sizes: of those who write what they have read, only one succeeds',
    async run(subject) {
      const own = await room(subject)
      for (const prepare of [() => readNow(own), () => write(own, undefined), () => write(own, desired)]) {
        const from = await prepare()
        const writers = ['one', 'two', 'three'].map((by) =>
          write(own, { ...desired, stamp: { by } }, from).then(() => by),
        )
        const outcomes = await Promise.allSettled(writers)
        const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
        const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
        expect([winners.length, losers]).toEqual([1, [changed, changed]])
        expect((await readNow(own)).desiredSizes.get('node-a')?.desired).toMatchObject({ stamp: { by: winners[0] } })
      }
    },
  },
  {
    name: 'desired sizes: many nodes of one ConfigMap are written at the same time, and none is lost',
    async run(subject) {
      const own = await room(subject)
      const nodes = Array.from({ length: 200 }, (_, i) => `node-${i}`).filter((node) => bucketOf(node) === name)
      const bucket = await readNow(own)
      await Promise.all(
        nodes.map((node) =>
          own.desiredSizes.write({ node, replaces: undefined, text: desiredSizeText(desired), bucket }, 'none', limits),
        ),
      )
      expect([...(await readNow(own)).desiredSizes.keys()].sort()).toEqual(nodes.sort())
    },
  },
  {
    name: 'desired sizes: one that was changed or removed since is not replaced',
    async run(subject) {
      const own = await room(subject)
      const stale = await write(own, desired)
      for (const text of [desiredSizeText(larger), 'nonsense', null]) {
        await own.edit({ 'node-a': text })
        await expect(write(own, { ...desired, hold: 'balloon' }, stale)).rejects.toEqual(changed)
        expect((await readNow(own)).desiredSizes.get('node-a')?.text).toBe(text ?? undefined)
      }
      await removeNow(subject, `${own.path}/${name}`)
      await expect(write(own, larger, stale)).rejects.toEqual(conflict)
    },
  },
  {
    name: 'desired sizes: nonsense is replaced by who has read it',
    async run(subject) {
      const own = await room(subject)
      await own.edit({ 'node-a': 'nonsense', [beside]: '{"cpu":"1"}' })
      const bucket = await readNow(own)
      expect(bucket.desiredSizes.get('node-a')?.desired).toMatchObject({
        problems: [{ reason: 'DesiredSizeNotAnObject' }],
      })
      expect(bucket.desiredSizes.get(beside)?.desired).toMatchObject({ amounts: { cpu: 1000n } })
      expect((await write(own, desired, bucket)).desiredSizes.get('node-a')?.desired).toEqual(desired)
    },
  },
  {
    name: 'desired sizes: a list has each ConfigMap of ours once, and no other',
    async run(subject) {
      const own = await room(subject, bucketNames)
      await make(subject, own.path, { metadata: { name: 'nodesize-sizes-none' } })
      expect((await own.desiredSizes.list(limits)).map((bucket) => bucket.name)).toEqual(bucketNames)
    },
  },
  {
    name: 'desired sizes: a watch tells of each ConfigMap of ours, and of every change of a desired size in it',
    async run(subject) {
      const own = await room(subject)
      await make(subject, own.path, { metadata: { name: 'settings' } })
      const { collections } = await subject.connect({ namespace: own.namespace })
      const seen: (string | undefined)[] = []
      for await (const delta of collections.desiredSizes.changes(limits)) {
        if (delta.type === 'synced') await write(own, desired)
        else if ('object' in delta) seen.push(delta.name, delta.object.desiredSizes.get('node-a')?.text)
        if (delta.type === 'modified') break
      }
      expect(seen).toEqual([name, undefined, name, desiredSizeText(desired)])
    },
  },
]
