import { expect, test } from '@jest/globals'
import { compactTree } from '../../../../src/lib/kubelet/compare/compact.ts'
import { wordsFrom } from '../../../../src/lib/kubelet/flags/command-line.ts'
import { migrate, treeWith } from '../../../../src/lib/kubelet/flags/migrate.ts'
import { map } from '../../../../src/lib/kubelet/flags/trees.ts'

const line = (words: readonly string[], whole = false) => ({
  words: wordsFrom('x', words),
  whole,
  unset: [],
  environmentFiles: [],
  notes: [],
})

test('without --config the kubelet has other defaults, which are spelt out', () => {
  const alone = migrate(line(['--read-only-port=0'], true), '1.36', { hasFile: false })
  expect(JSON.parse(compactTree(treeWith(alone.settings, map([]))))).toEqual({
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    readOnlyPort: 0,
  })
  const part = migrate(line([]), '1.36', { hasFile: false })
  const withFile = migrate(line(['--config=a'], true), '1.36', { hasFile: false })
  expect([part.settings, withFile.settings]).toEqual([[], []])
})

test.each([
  ['flags alone', [], false, [{ reason: 'PartOfCommandLine' }]],
  ['a whole command line', [], true, []],
  ['a kubelet with a file', ['--config=/a'], true, [{ reason: 'ConfigNotGiven', config: '/a' }]],
])('it is told what the document of %s may lack, unless the file is known', (_what, words, whole, expected) => {
  const { notes } = migrate(line(words, whole), '1.36', { hasFile: false })
  expect(notes).toEqual(expected)
  expect(migrate(line(words, whole), '1.36', { hasFile: true }).notes).toEqual([])
})
