import { expect, test } from '@jest/globals'
import type { Bin } from '../../../../src/lib/cli/shell/bins.ts'
import { configOf } from '../../../support/programs.ts'

const commands = async (bin: Bin) => (await configOf(bin)).commands

test.each<Bin>(['kubeletcfg', 'nodesize'])('the descriptions of %s are five short lines at most', async (bin) => {
  const lengths = (await commands(bin)).map(({ id, description = '' }) => {
    const lines = description.split('\n')
    return { id, lines: lines.length, columns: Math.max(...lines.map((line) => line.length)) }
  })
  expect(lengths.filter(({ lines, columns }) => lines > 5 || columns > 120)).toEqual([])
})

/** docs/words.md. */
const avoided = /\b(?:shall|nobody|somebody|whoever|told|of old|for good|bears?|blanks)\b|\?$/m

test.each<Bin>(['kubeletcfg', 'nodesize'])('the help of %s is in plain English', async (bin) => {
  const texts = (await commands(bin)).flatMap(({ id, summary, description, flags, args }) =>
    [summary, description, ...Object.values(flags), ...Object.values(args)].map((text) => {
      const said =
        typeof text === 'object' ? (('summary' in text ? text.summary : undefined) ?? text.description) : text
      return `${id}: ${said}`
    }),
  )
  expect(texts.filter((text) => avoided.test(text))).toEqual([])
})

test('uninstall waits for the balloons, not for a kubelet', async () => {
  const uninstall = (await commands('nodesize')).find(({ id }) => id.endsWith('uninstall'))
  expect(uninstall?.flags['timeout']?.summary).toBe('How long to wait until the balloons are deleted.')
})
