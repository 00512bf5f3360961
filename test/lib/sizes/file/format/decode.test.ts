import { describe, expect, test } from '@jest/globals'
import { messageOf } from '../../../../../src/lib/message/describe.ts'
import { decodeSizes } from '../../../../../src/lib/sizes/file/format/decode.ts'
import { parseSize } from '../../../../../src/lib/sizes/model/size.ts'
import { readDocument } from '../../../../../src/lib/yaml/read/read.ts'

async function decode(text: string) {
  const reading = await readDocument(text)
  if (reading.outcome !== 'tree') throw new Error(JSON.stringify(reading.findings))
  return decodeSizes(reading.tree, 'sizes.yaml')
}

const head = 'apiVersion: kubeletcfg.dev/v1alpha1\nkind: NodeSizeConfiguration\n'

/** The items of `sizes`; the first one is line 4. */
const sizes = (...items: readonly string[]) => decode(`${head}sizes:\n${items.map((item) => `- ${item}\n`).join('')}`)

describe('an item', () => {
  test.each<[string, object, object]>([
    ['{node: a, cpu: 4}', { by: 'name', name: 'a' }, { cpu: parseSize('cpu', '4') }],
    [
      '{node: a, cpu: "4", memory: 16Gi}',
      { by: 'name', name: 'a' },
      { cpu: parseSize('cpu', '4'), memory: parseSize('memory', '16Gi') },
    ],
    [
      '{node: a, cpu: 1.5, memory: max}',
      { by: 'name', name: 'a' },
      { cpu: parseSize('cpu', '1.5'), memory: { kind: 'max' } },
    ],
    ['{node: 010, memory: 129e6}', { by: 'name', name: '010' }, { memory: parseSize('memory', '129M') }],
    ['{node: 10.0.0.1, memory: 50%}', { by: 'name', name: '10.0.0.1' }, { memory: parseSize('memory', '50%') }],
    [
      '{nodeSelector: {pool: batch, zone: "1"}, cpu: 1}',
      { by: 'labels', labels: { pool: 'batch', zone: '1' } },
      { cpu: parseSize('cpu', '1') },
    ],
  ])('%s is a size', async (item, nodes, size) => {
    expect(await sizes(item)).toEqual({
      entries: [
        { at: { kind: 'File', name: 'sizes.yaml', line: 4, column: 3 }, nodes, size, places: expect.anything() },
      ],
      problems: [],
    })
  })

  test.each(['size', 'balloon'] as const)('holds its %s', async (hold) => {
    expect((await sizes(`{node: a, cpu: 4, hold: ${hold}}`)).entries).toMatchObject([{ hold }])
  })

  test.each<[string, string]>([
    ['{node: a, cpu: 4Gi}', `4:18: '4Gi' is an amount of memory, not of cpu`],
    ['{node: a, memory: 512}', `4:21: '512' is only 512 bytes: the unit is missing`],
    ['{node: a, memory: 4m}', '4:21: '],
    ['{node: a, cpu: 0}', `4:18: '0' is not a valid size: must be greater than zero`],
    ['{node: a, cpu: 101%}', `4:18: '101%' is not a valid size`],
    ['{node: a, cpu: -1}', `4:18: '-1' is a relative size`],
    ['{node: a, memory: +2Gi}', `4:21: '+2Gi' is a relative size`],
    ['{node: a, cpu: 9999999999999999999}', '4:18: '],
    ['{node: a, cpu: +2}', `4:18: '+2' is a relative size`],
    ['{node: a, cpu: 010}', `4:18: '010' is 8 in YAML, and another amount as text`],
    ['{node: a, cpu: 0x10}', `4:18: '0x10' is not an amount of cpu`],
    ['{node: a, cpu: 0b11}', `4:18: '0b11' is not an amount of cpu`],
    ['{node: a, cpu: 0o17}', `4:18: '0o17' is not an amount of cpu`],
    ['{node: a, memory: 2_000_000}', `4:21: '2_000_000' is not an amount of memory`],
    ['{node: on, cpu: 4}', `4:10: 'node' must be text`],
    ['{node: a, cpu: true}', `4:18: 'cpu' must be a size, such as 4 or 16Gi`],
    ['{node: a, cpu: null}', `4:18: 'cpu' must be a size, such as 4 or 16Gi`],
    ['{node: a, cpu: [4]}', `4:18: 'cpu' must be a size, such as 4 or 16Gi`],
    ['{node: a, cpus: 4, cpu: 4}', `4:13: unknown field 'cpus'`],
    ['{node: a, cpu: 4, cpu: 4}', `4:21: 'cpu' is already in line 4`],
    ['{node: a}', '4:3: no size given'],
    ['{cpu: 4}', '4:3: the size is for no node'],
    ['{nodeSelector: {}, cpu: 4}', '4:18: the size is for no node'],
    ['{node: a, nodeSelector: {x: y}, cpu: 4}', '4:27: node and nodeSelector are mutually exclusive'],
    ['{nodeSelector: {x: 1}, cpu: 4}', `4:22: 'x' must be text`],
    ['{nodeSelector: pool, cpu: 4}', `4:18: 'nodeSelector' must be a mapping`],
    ['{node: A_b, cpu: 4}', `4:10: 'A_b' is not a valid node name`],
    ['{node: [a], cpu: 4}', `4:10: 'node' must be text`],
    ['{node: a, cpu: 4, hold: ballon}', `4:27: 'hold' must be size or balloon`],
    ['{node: a, cpu: 4, hold: [size]}', `4:27: 'hold' must be size or balloon`],
    ['{node: a, hold: balloon}', '4:3: no size given'],
    ['node-a', `4:3: 'size' must be a mapping`],
  ])('%s is a problem with its place', async (item, problem) => {
    const { problems } = await sizes(item)
    expect(problems.map(messageOf)).toEqual([expect.stringContaining(`sizes.yaml:${problem}`)])
  })
})

test('a node has one item, and later ones name the line of the first', async () => {
  const { problems } = await sizes('{node: a, cpu: 4}', '{node: b, cpu: 4}', '{node: a, cpu: 4}')
  expect(problems.map(messageOf)).toEqual([`sizes.yaml:6:10: node 'a' is already in line 4`])
})

test('all problems are found, in the order of the file', async () => {
  const { problems } = await sizes('{cpus: 1, cpu: 4Gi, node: a}', '{node: B, cpu: 0}', '{node: a, cpu: 1}')
  expect(problems.map(({ subject: { line, column } }) => [line, column])).toEqual([
    [4, 4],
    [4, 18],
    [5, 10],
    [5, 18],
    [6, 10],
  ])
})

describe('a document', () => {
  test.each<[string, string, readonly string[]]>([
    ['without items', `${head}sizes: []\n`, []],
    ['in JSON', '{"apiVersion":"kubeletcfg.dev/v1alpha1","kind":"NodeSizeConfiguration","sizes":[]}', []],
    ['without sizes', head, [`1:1: 'sizes' is missing`]],
    ['with sizes that are no list', `${head}sizes: {}\n`, [`3:8: 'sizes' must be a list`]],
    [
      'of another version',
      `${head.replace('alpha1', 'beta1')}sizes: []\n`,
      ['1:13: apiVersion must be kubeletcfg.dev/v1alpha1'],
    ],
    [
      'of another kind',
      `${head.replace('NodeSizeConfiguration', 'Pod')}sizes: [1]\n`,
      ['2:7: kind must be NodeSizeConfiguration'],
    ],
    ['with a field more', `${head}sizes: []\nmore: 1\n`, [`4:1: unknown field 'more'`]],
    ['that is a list', '- 1\n', [`1:1: 'document' must be a mapping`]],
  ])('%s', async (_, text, problems) => {
    const found = await decode(text)
    expect(found.entries).toEqual([])
    expect(found.problems.map(messageOf)).toEqual(problems.map((problem) => `sizes.yaml:${problem}`))
  })
})
