import { expect } from '@jest/globals'
import { desiredSizeText } from '../../../../src/lib/sizes/desired/desired-size-text.ts'
import { limits, type PortCase } from '../../connect/port-side.ts'
import { changed, desired, readNow, room } from './desired-sizes.contract.ts'

export const machineNoteCases: readonly PortCase[] = [
  {
    name: 'desired sizes: the note about a machine is beside the desired size, and a desired size can depend on it',
    async run(subject) {
      const own = await room(subject)
      const note = { node: 'node-a', part: 'machine' } as const
      const put = async (replaces: string | undefined, text: string | undefined) =>
        own.desiredSizes.write({ ...note, replaces, text, bucket: await readNow(own) }, 'none', limits)
      expect((await put(undefined, 'one')).machines).toEqual(new Map([['node-a', 'one']]))
      expect([(await readNow(own)).desiredSizes.size, (await readNow(own)).strays]).toEqual([0, []])
      await expect(put(undefined, 'two')).rejects.toEqual(changed)
      const wanted = (machine: string | undefined) => async () =>
        own.desiredSizes.write(
          {
            node: 'node-a',
            replaces: undefined,
            text: desiredSizeText(desired),
            beside: { machine },
            bucket: await readNow(own),
          },
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
