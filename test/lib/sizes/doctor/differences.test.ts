import { expect, test } from '@jest/globals'
import { differences } from '../../../../src/lib/sizes/doctor/differences.ts'

test.each<[string, unknown, unknown, readonly string[]]>([
  ['the same', { a: [1, { b: '2' }] }, { a: [1, { b: '2' }] }, []],
  ['what the server adds', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, []],
  ['another value', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c']],
  ['a field that is missing', { a: { b: 1 } }, { a: {} }, ['a.b']],
  ['an object that is missing', { a: { b: 1 } }, {}, ['a']],
  ['one more item', { a: [1] }, { a: [1, 2] }, ['a']],
  ['another item', { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3 }] }, ['a[1].b']],
  ['no list any more', { a: [1] }, { a: 'x' }, ['a']],
  ['false, which the server omits', { a: false }, {}, []],
  ['true, which is missing', { a: true }, {}, ['a']],
  ['null', { a: null }, { a: null }, []],
])('%s', (_, wanted, live, found) => {
  expect(differences(wanted, live)).toEqual(found)
})
