import { expect, test } from '@jest/globals'
import type { Bin } from '../../../../src/lib/cli/shell/bins.ts'
import { hintForOtherWord, otherWords } from '../../../../src/lib/cli/usage/unknown-command.ts'
import { configOf } from '../../../support/programs.ts'

test.each<Bin>(['kubeletcfg', 'nodesize'])(
  'other words lead to verbs of %s, and none is a verb itself',
  async (bin) => {
    const { commandIDs } = await configOf(bin)
    const verbs = otherWords[bin]!
    const words = Object.values(verbs).flat()
    expect(Object.keys(verbs).filter((verb) => !commandIDs.includes(verb))).toEqual([])
    expect(words.filter((word) => commandIDs.includes(word))).toEqual([])
    expect(words).toHaveLength(new Set(words).size)
  },
)

test.each([
  ['kubeletcfg', 'lint', ['did you mean validate?']],
  ['kubeletcfg', 'undo', ['did you mean rollback?']],
  ['kubeletcfg', 'vlaidate', []],
  ['nodesize', 'resize', ['did you mean set?']],
  ['nodesize', 'lint', []],
])('%s %s', (program, word, hints) => {
  expect(hintForOtherWord(program, word)).toEqual(hints)
})
