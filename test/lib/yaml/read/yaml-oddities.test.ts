import { describe, expect, test } from '@jest/globals'
import { compactTree } from '../../../../src/lib/kubelet/compare/compact.ts'
import { formatted } from '../write/formatted.ts'
import { readText, refusalOf, treeOf } from './trees.ts'

/** What YAMLToJSON of sigs.k8s.io/yaml makes of each. */
describe('texts that the yaml package alone would read otherwise', () => {
  test.each([
    ['a: [-]\n', '{"a":["-"]}'],
    ['a: [-, {-}, x]\n', '{"a":["-",{"-":null},"x"]}'],
    ['a: [-x, - ]\n', undefined],
    ['a: [b:]\n', '{"a":["b:"]}'],
    ["a: [it's:, b]\n", '{"a":["it\'s:","b"]}'],
    ['a: {b:}\n', '{"a":{"b:":null}}'],
    ['a: {?b}\n', '{"a":{"b":null}}'],
    ['a: [!x, b]\n', '{"a":["b"]}'],
    ['a: !!int, 5\n', '{"a":"5"}'],
    ['a: !!x!y 5\n', '{"a":"5"}'],
    ['a: !!! 5\n', '{"a":"5"}'],
    ['b: &b x\na:\n  *b: 1\n', '{"a":{"x":1},"b":"x"}'],
    ['a:\n# c\n b\nc: 1\n', '{"a":"b","c":1}'],
    ['a:\n-\n# c\n b\n  d\n- e\n', '{"a":["b d","e"]}'],
    ['a: 1\n%YAML 1.1\nb: 2\n', '{"a":1}'],
    ['---\na: 1\n%TAG ! x\n}', '{"a":1}'],
    [' a: 1\n b:\n - 2\nc\n', '{"a":1,"b":[2]}'],
    [' a:\n  b: 1\nc: [', '{"a":{"b":1}}'],
    ['a: {.nan: 1, -.INF: 2}\n', '{"a":{"-.inf":2,".nan":1}}'],
    ['a: "b\\\n\n  c"\n', '{"a":"b\\nc"}'],
    ['a: "b \\\r\n \t\r\n\r\n  c"\n', '{"a":"b \\n\\nc"}'],
    ['a: "b\\\n  \\\n c"\n', '{"a":"bc"}'],
    ['a: .inf\na: 1\n', '{"a":1}'],
    ['a: {b: [.inf], ~: 2}\na: 1\n', '{"a":1}'],
    ['b: {~: 2}\na: {<<: {c: .inf}, c: 1}\nb: 1\n', '{"a":{"c":1},"b":1}'],
  ])('%j', async (text, json) => {
    const reading = await readText(text)
    expect(reading.outcome === 'tree' ? compactTree(reading.tree) : undefined).toBe(json)
  })
})

describe('block scalars', () => {
  test.each([
    ['|\n x', 'x'],
    ['|+\n x\n\n', 'x\n\n'],
    ['|+\n x\n ', 'x\n'],
    ['|\n x\n   \n\n', 'x\n  \n'],
    ['|+\n\n  \n', '\n\n'],
    ['|+\n ', ''],
    ['|2\n    \n', '  \n'],
    ['|2\n\n    \n\n   x', '\n  \n\n x'],
    ['>\n x\n y\n\n z\n  w\n v', 'x y\nz\n w\nv'],
    ['>-\n x\n   \n y\n', 'x\n  \ny'],
    ['|2-  # c\n    x\n     ', '  x\n   '],
    ['|\r\n x\r\n y', 'x\ny'],
    ['\n|\n x\n', 'x\n'],
    ['\n>- # c\n x\n', 'x'],
  ])('%j is %j', async (scalar, value) => {
    const tree = await treeOf(`a: ${scalar}`)
    expect(compactTree(tree)).toBe(JSON.stringify({ a: value }))
  })

  test('are formatted with their comments', async () => {
    const text = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\npodCIDR: | # c\n x'
    expect(await formatted(new TextEncoder().encode(text))).toMatchObject({
      text: expect.stringContaining('podCIDR: x # c\n'),
    })
  })
})

describe('refused, and not by the yaml package alone', () => {
  test.each([
    ['a: |x\n b\n', 1, 4],
    ['a: |0\n b\n', 1, 4],
    ['a: b\n|\n c\n', 2, 1],
    ['a: !x ,\n', 1, 7],
    ['a: &b: c\n', 1, 6],
    ['a:\n ! ? b\n', 2, 4],
    ['a:\n ? ""b\n', 2, 6],
    ['a: 1\nb\n :\n', 2, 1],
    ['a: 1\n%FOO\n', 2, 1],
    [' a: 1\n"c\n', 3, 1],
    [' a: 1\n"c" `\n', 2, 5],
    ['a:\n  ? b\n  - c\n', 3, 3],
    ['a:\n- b\n  c: 1\n', 2, 3],
    ['a:\n  - b\n  : c\n', 2, 5],
    ['a: b\n- c\n', 2, 1],
    ['a: [\n%YAML 1.1\n]\n', 2, 1],
    ['%TAG !a! b\n%TAG !a! c\n---\na: 1\n', 2, 1],
    ['%TAG !a b\n---\na: 1\n', 1, 1],
    ['a: !! b\n', 1, 4],
  ])('%j', async (text, line, column) => {
    expect(await refusalOf(text)).toMatchObject({ rule: 'READ-SYNTAX', line, column })
  })

  test.each([
    ['a: {~: 1}\n', 'READ-KEY', 1, 5],
    ['a: .inf\nb: {c: .nan}\na: 1\n', 'READ-NUMBER', 2, 8],
    ['b: {<<: {~: 1}}\n', 'READ-KEY', 1, 5],
  ])('%j by %s: nothing replaces it', async (text, rule, line, column) => {
    expect(await refusalOf(text)).toMatchObject({ rule, line, column })
  })
})
