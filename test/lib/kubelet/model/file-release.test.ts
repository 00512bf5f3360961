import { expect, test } from '@jest/globals'
import { fileRelease } from '../../../../src/lib/kubelet/model/file-release.ts'
import type { Scalar, ScalarKind, Tree } from '../../../../src/lib/kubelet/model/tree.ts'

const scalar = (text: string, kind: ScalarKind = 'string', line = 1): Scalar => ({
  ...{ type: 'scalar', kind, text, line, column: 20 },
})
const strings = (...texts: string[]): Scalar[] => texts.map((text, i) => scalar(text, 'string', i + 1))

test.each([
  ['v1.33.2', '1.33 exact'],
  ['1.33.2', '1.33 exact'],
  ['1.33', '1.33 exact'],
  ['v1.33.0-rc.1', '1.33 exact'],
  ['v1.33.2+k3s1', '1.33 exact'],
  ['stable-1.33', '1.33 exact'],
  ['latest-1.33', '1.33 exact'],
  ['v1.38.0', '1.37 newer'],
  ['v1.100.0', '1.37 newer'],
  ['stable-1.38', '1.37 newer'],
  ['v1.27.16', '1.28 older'],
  ['v1.9.0', '1.28 older'],
  ['ci/latest-1.33', '1.37 none'],
  ['v1.33.x', '1.37 none'],
  ['stable-1.33.2', '1.37 none'],
  ['', undefined],
  ['stable', undefined],
  ['stable-1', undefined],
  ['latest', undefined],
  ['latest-1', undefined],
  ['release/stable-1', undefined],
])('%j names %j', (text, expected) => {
  const found = fileRelease(strings(text))
  expect(found && `${found.release} ${found.fit}`).toBe(expected)
})

test.each<[string, Tree, boolean]>([
  ['a number', scalar('1.33', 'float'), true],
  ['a list', { type: 'list', items: strings('v1.33.2'), line: 1, column: 1 }, true],
  ['null', scalar('null', 'null'), false],
])('%s names no release, which is worth a word: %3$j', (_what, value, isTold) => {
  expect(fileRelease([value])).toEqual(isTold ? { release: '1.37', fit: 'none', value } : undefined)
})

test.each([
  ['none', [], undefined],
  ['the same release', ['v1.33.2', 'v1.33.9'], '1.33 exact 1'],
  ['one and a label', ['stable-1', 'v1.33.2'], '1.33 exact 2'],
  ['one and nonsense', ['?', 'v1.33.2'], '1.33 exact 2'],
  ['two releases', ['v1.33.2', 'v1.33.1', 'v1.34.0'], '1.37 several 1 3'],
  ['the newest and a newer one', ['v1.37.0', 'v1.38.0'], '1.37 several 1 2'],
  ['two newer ones', ['v1.39.0', 'v1.38.0'], '1.37 newer 1'],
])('of several values: %s', (_what, texts, expected) => {
  const found = fileRelease(strings(...texts))
  const shown = found && [found.release, found.fit, found.value.line, ...(found.other ? [found.other.line] : [])]
  expect(shown?.join(' ')).toBe(expected)
})
