import { expect } from '@jest/globals'
import { wish as names } from '../../../../src/lib/names.ts'
import type { Wish, WishShard } from '../../../../src/lib/sizes/desired/wish.ts'
import { shardNames, shardOf } from '../../../../src/lib/sizes/desired/wish-shard.ts'
import { wishText } from '../../../../src/lib/sizes/desired/wish-text.ts'
import type { ConfigMap } from '../../../contract/config-map.ts'
import { good, make, ownNamespace, patchCall, pathOf, read, removeNow } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const conflict = expect.objectContaining({ code: 'conflict' })
export const changed = expect.objectContaining({
  code: 'conflict',
  fact: expect.objectContaining({ reason: 'WishChanged' }),
})
export const wish: Wish = {
  node: 'node-a',
  hold: 'size',
  amounts: { cpu: 2000n, memory: 2n ** 32n },
  stamp: { by: 'jane', at: '2026-11-21T00:00:00.000Z', message: 'why' },
}
const larger: Wish = { ...wish, amounts: { cpu: 3000n } }
const name = shardOf('node-a')
/** Another node with a wish in the same ConfigMap. */
const beside = Array.from({ length: 100 }, (_, i) => `node-${i}`).find((node) => shardOf(node) === name)!

/** The ConfigMaps, as install creates them, in a namespace of the case's own. */
export async function room(subject: PortSubject, created: readonly string[] = [name]) {
  const namespace = await ownNamespace(subject)
  const path = pathOf('configmaps', namespace)
  const labels = { [names.label.key]: names.label.value }
  await Promise.all(created.map((one) => make(subject, path, { metadata: { name: one, labels } })))
  const { wishes } = await subject.connect({ namespace })
  const edit = async (data: object) => good(await subject.request(patchCall(`${path}/${name}`, 'merge', { data })))
  const data = async () => (await read<ConfigMap>(subject, `${path}/${name}`)).data
  return { wishes, namespace, path, edit, data }
}

type Room = Awaited<ReturnType<typeof room>>

export const readNow = async ({ wishes }: Room): Promise<WishShard> => (await wishes.read('node-a', limits))!

async function write(own: Room, wanted: Wish | undefined, from?: WishShard): Promise<WishShard> {
  const shard = from ?? (await readNow(own))
  const replaces = shard.wishes.get('node-a')?.text
  return own.wishes.write({ node: 'node-a', replaces, text: wanted && wishText(wanted), shard }, 'none', limits)
}

export const wishCases: readonly PortCase[] = [
  {
    name: 'wishes: where install created nothing, there is none, and none is created',
    async run(subject) {
      const own = await room(subject, [])
      expect(await own.wishes.read('node-a', limits)).toBeUndefined()
      expect(await own.wishes.list(limits)).toEqual([])
      const shard = {
        namespace: own.namespace,
        name,
        wishes: new Map(),
        machines: new Map(),
        strays: [],
        hasKeys: false,
      }
      await expect(write(own, wish, shard)).rejects.toEqual(conflict)
      expect(await own.wishes.list(limits)).toEqual([])
    },
  },
  {
    name: 'wishes: what is written is read, replaced and removed',
    async run(subject) {
      const own = await room(subject)
      expect((await readNow(own)).wishes.size).toBe(0)
      const written = await write(own, wish)
      expect(written.wishes.get('node-a')).toEqual({ node: 'node-a', text: wishText(wish), wish })
      expect(await readNow(own)).toEqual(written)
      expect((await write(own, larger, written)).wishes.get('node-a')?.wish).toEqual(larger)
      expect((await write(own, undefined)).wishes.size).toBe(0)
      expect((await write(own, wish)).wishes.get('node-a')?.wish).toEqual(wish)
    },
  },
  {
    name: 'wishes: a dry run writes nothing',
    async run(subject) {
      const own = await room(subject)
      const shard = await readNow(own)
      const { wishes } = await own.wishes.write(
        { node: 'node-a', replaces: undefined, text: wishText(wish), shard },
        'server',
        limits,
      )
      expect(wishes.get('node-a')?.wish).toEqual(wish)
      expect(await readNow(own)).toEqual(shard)
    },
  },
  {
    name: 'wishes: those of other nodes may change between read and write, and are kept',
    async run(subject) {
      const own = await room(subject)
      const before = await readNow(own)
      await own.edit({ [beside]: 'nonsense' })
      const written = await write(own, wish, before)
      await own.edit({ [beside]: 'other nonsense' })
      await write(own, larger, written)
      expect(await own.data()).toEqual({ [beside]: 'other nonsense', 'node-a': wishText(larger) })
      await own.edit({ [beside]: null })
      await write(own, undefined)
      expect((await readNow(own)).hasKeys).toBe(false)
    },
  },
  {
    name: 'wishes: of those who write what they have read, only one succeeds',
    async run(subject) {
      const own = await room(subject)
      for (const prepare of [() => readNow(own), () => write(own, undefined), () => write(own, wish)]) {
        const from = await prepare()
        const writers = ['one', 'two', 'three'].map((by) => write(own, { ...wish, stamp: { by } }, from).then(() => by))
        const outcomes = await Promise.allSettled(writers)
        const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
        const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
        expect([winners.length, losers]).toEqual([1, [changed, changed]])
        expect((await readNow(own)).wishes.get('node-a')?.wish).toMatchObject({ stamp: { by: winners[0] } })
      }
    },
  },
  {
    name: 'wishes: many nodes of one ConfigMap are written at the same time, and none is lost',
    async run(subject) {
      const own = await room(subject)
      const nodes = Array.from({ length: 200 }, (_, i) => `node-${i}`).filter((node) => shardOf(node) === name)
      const shard = await readNow(own)
      await Promise.all(
        nodes.map((node) =>
          own.wishes.write({ node, replaces: undefined, text: wishText(wish), shard }, 'none', limits),
        ),
      )
      expect([...(await readNow(own)).wishes.keys()].sort()).toEqual(nodes.sort())
    },
  },
  {
    name: 'wishes: one that was changed or removed since is not replaced',
    async run(subject) {
      const own = await room(subject)
      const stale = await write(own, wish)
      for (const text of [wishText(larger), 'nonsense', null]) {
        await own.edit({ 'node-a': text })
        await expect(write(own, { ...wish, hold: 'balloon' }, stale)).rejects.toEqual(changed)
        expect((await readNow(own)).wishes.get('node-a')?.text).toBe(text ?? undefined)
      }
      await removeNow(subject, `${own.path}/${name}`)
      await expect(write(own, larger, stale)).rejects.toEqual(conflict)
    },
  },
  {
    name: 'wishes: nonsense is replaced by who has read it',
    async run(subject) {
      const own = await room(subject)
      await own.edit({ 'node-a': 'nonsense', [beside]: '{"cpu":"1"}' })
      const shard = await readNow(own)
      expect(shard.wishes.get('node-a')?.wish).toMatchObject({ problems: [{ reason: 'WishNotAnObject' }] })
      expect(shard.wishes.get(beside)?.wish).toMatchObject({ amounts: { cpu: 1000n } })
      expect((await write(own, wish, shard)).wishes.get('node-a')?.wish).toEqual(wish)
    },
  },
  {
    name: 'wishes: a list has each ConfigMap of ours once, and no other',
    async run(subject) {
      const own = await room(subject, shardNames)
      await make(subject, own.path, { metadata: { name: 'nodesize-sizes-none' } })
      expect((await own.wishes.list(limits)).map((shard) => shard.name)).toEqual(shardNames)
    },
  },
  {
    name: 'wishes: a watch tells of each ConfigMap of ours, and of every change of a wish in it',
    async run(subject) {
      const own = await room(subject)
      await make(subject, own.path, { metadata: { name: 'settings' } })
      const { collections } = await subject.connect({ namespace: own.namespace })
      const seen: (string | undefined)[] = []
      for await (const delta of collections.wishes.changes(limits)) {
        if (delta.type === 'synced') await write(own, wish)
        else if ('object' in delta) seen.push(delta.name, delta.object.wishes.get('node-a')?.text)
        if (delta.type === 'modified') break
      }
      expect(seen).toEqual([name, undefined, name, wishText(wish)])
    },
  },
]
