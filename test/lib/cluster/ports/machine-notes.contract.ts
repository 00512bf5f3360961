import { expect } from '@jest/globals'
import { wishText } from '../../../../src/lib/sizes/desired/wish-text.ts'
import { limits, type PortCase } from '../../connect/port-side.ts'
import { changed, readNow, room, wish } from './wishes.contract.ts'

export const machineNoteCases: readonly PortCase[] = [
  {
    name: 'wishes: the note about a machine is beside the wish, and a wish can depend on it',
    async run(subject) {
      const own = await room(subject)
      const note = { node: 'node-a', part: 'machine' } as const
      const put = async (replaces: string | undefined, text: string | undefined) =>
        own.wishes.write({ ...note, replaces, text, shard: await readNow(own) }, 'none', limits)
      expect((await put(undefined, 'one')).machines).toEqual(new Map([['node-a', 'one']]))
      expect([(await readNow(own)).wishes.size, (await readNow(own)).strays]).toEqual([0, []])
      await expect(put(undefined, 'two')).rejects.toEqual(changed)
      const wanted = (machine: string | undefined) => async () =>
        own.wishes.write(
          { node: 'node-a', replaces: undefined, text: wishText(wish), beside: { machine }, shard: await readNow(own) },
          'none',
          limits,
        )
      await expect(wanted('other')()).rejects.toEqual(changed)
      await expect(wanted(undefined)()).rejects.toEqual(changed)
      expect(await own.data()).toEqual({ 'node-a_machine': 'one' })
      await wanted('one')()
      await put('one', undefined)
      expect(Object.keys((await own.data()) ?? {})).toEqual(['node-a'])
    },
  },
]
