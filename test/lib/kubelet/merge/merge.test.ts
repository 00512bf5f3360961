import { describe, expect, test } from '@jest/globals'
import { mergeStart, type Start, valueIn } from './assemble.ts'
import { defaultRows } from './default-rows.ts'
import { spellingRows } from './spelling-rows.ts'
import { valueRows } from './value-rows.ts'

test.each([...valueRows, ...defaultRows, ...spellingRows])('%s', async (_name, start, path, expected) => {
  expect(await valueIn(start, path)).toEqual(expected)
})

describe('a kubelet does not start with', () => {
  test.each<[string, Start, string, string | undefined]>([
    ['a wrong type in the file', { file: 'maxPods: "60"' }, 'DECODE-TYPE', 'config.yaml'],
    ['a wrong type in a drop-in', { file: '', dropIns: { a: 'clusterDNS: 10.0.0.1' } }, 'DECODE-TYPE', 'a'],
    [
      'a minus in JSON where none may be',
      { file: '', dropIns: { a: '{"logging":{"verbosity":-0.0}}' } },
      'DECODE-RANGE',
      'a',
    ],
    [
      'a number that is rounded up to 2^64',
      { file: '', dropIns: { a: 'maxPods: 18446744073709551615' } },
      'DECODE-RANGE',
      'a',
    ],
    [
      'a key twice below one that no field has',
      { file: '', dropIns: { a: '{"FEATUREGATES":{"A":true,"A":true}}' } },
      'STRICT-DUPLICATE',
      'a',
    ],
    ['a key twice in a drop-in', { file: '', dropIns: { a: 'maxPods: 60\nmaxPods: 70' } }, 'STRICT-DUPLICATE', 'a'],
  ])('%s', async (_name, start, rule, file) => {
    const merged = await mergeStart(start)
    expect(merged).toMatchObject({ outcome: 'refused', file, findings: [{ rule }] })
  })

  test('a wrong type that a later drop-in replaces does no harm', async () => {
    const start = { file: '', dropIns: { a: 'clusterDNS: 10.0.0.1', b: 'clusterDNS: [10.0.0.2]' } }
    expect(await valueIn(start, 'clusterDNS')).toEqual(['10.0.0.2'])
  })

  test('the line of a finding is that in its file', async () => {
    const merged = await mergeStart({ file: '', dropIns: { a: 'port: 10250\nmaxPods: many' } })
    expect(merged).toMatchObject({ outcome: 'refused', findings: [{ path: 'maxPods', line: 4 }] })
  })
})
