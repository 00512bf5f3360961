import { expect, test } from '@jest/globals'
import { fieldsStartingWith } from '../../../../../src/lib/kubelet/reference/explain/fields-starting-with.ts'
import { findField } from '../../../../../src/lib/kubelet/reference/explain/find-field.ts'

const pathsOf = (text: string): string[] => fieldsStartingWith(text).map(({ path }) => path)

test.each([
  ['several fields', 'imageGC', ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent']],
  ['a single one without fields', 'maxPo', ['maxPods']],
  ['a single one, and its own', 'authorization', ['authorization', 'authorization.mode', 'authorization.webhook']],
  ['the fields below one', 'authorization.', ['authorization.mode', 'authorization.webhook']],
  ['further down', 'authentication.anonymous', ['authentication.anonymous', 'authentication.anonymous.enabled']],
  ['fields of the items of a list', 'registerWithTaints.e', ['registerWithTaints.effect']],
  ['nothing below a map', 'evictionHard.', []],
  ['nothing below a value', 'maxPods.', []],
  ['nothing below a field that does not exist', 'nosuch.', []],
  ['nothing for what is not a field', 'x', []],
])('%s: %s', (_, text, expected) => {
  expect(pathsOf(text)).toEqual(expected)
})

test('every field of the document is one that can be explained, with a meaning', () => {
  const all = fieldsStartingWith('').flatMap(({ path }) => [path, ...pathsOf(`${path}.`)])
  expect(all.length).toBeGreaterThan(120)
  expect(all.filter((path) => 'missing' in findField(path))).toEqual([])
  expect(fieldsStartingWith('').filter(({ meaning = '' }) => meaning === '')).toEqual([])
})
