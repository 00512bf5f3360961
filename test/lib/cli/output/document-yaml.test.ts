import { expect, test } from '@jest/globals'
import { documentYaml, exactJson } from '../../../../src/lib/cli/output/document-yaml.ts'
import { defaultDocument } from '../../../../src/lib/offline/change/default-document.ts'

const none = { paths: [], text: '' }
const header = { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' }

/** Each is something else, or nothing at all, to YAML 1.1, to go-yaml or to an eye, unless it is quoted. */
const texts = [
  ...['yes', 'y', 'on', 'No', 'off', 'true', 'TRUE', '~', 'null', 'Null', '', '=', '<<', '!!int 5', '&a', '*a'],
  ...['0o10', '0b11', '0x10', '-0o7', '010', '1:30', '190:20:30', '1_0', '+5', '0', '12e03', '2020-01-01'],
  ...['.5', '1.', '.', '-', '+', '1e3', '1e+3', '0.1_0', '.inf', '-.inf', '.nan', 'NaN'],
  ...['a: b', 'a:', ':', '# x', 'a # x', '- a', '?', '? a', '[a', '{', '%x', '@x', '`x', '"q"', "'", '---', '...'],
  ...[
    'a\nb',
    'a\n',
    ' lead',
    'trail ',
    '\u0000',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u202e',
    'é',
    '😀',
    '10Mi',
    '1m0s',
    '10%',
  ],
]

test('what is written as YAML, a kubelet reads back as it was', async () => {
  const written = { allowedUnsafeSysctls: texts, evictionSoft: Object.fromEntries(texts.map((text) => [text, text])) }
  const yaml = await documentYaml({ ...header, ...written }, none)
  const { configuration } = await defaultDocument('1.37', { file: 'x', bytes: new TextEncoder().encode(yaml) })
  expect(configuration).toMatchObject(written)
})

test('nothing in YAML hides or steers', async () => {
  const yaml = await documentYaml({ texts }, none)
  expect(yaml).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

test('remarks stand behind values, lists included', async () => {
  const paths = [['maxPods'], ['enforceNodeAllocatable'], ['evictionHard', 'memory.available']]
  const data = {
    maxPods: 110,
    port: 1,
    enforceNodeAllocatable: ['pods'],
    evictionHard: { 'memory.available': '100Mi' },
  }
  expect(await documentYaml(data, { paths, text: 'default' })).toBe(
    'maxPods: 110 # default\nport: 1\nenforceNodeAllocatable: [pods] # default\nevictionHard:\n  memory.available: 100Mi # default\n',
  )
})

test('integers are exact in both', async () => {
  const data = { maxOpenFiles: 9007199254740993n }
  expect(exactJson(data)).toBe('{\n  "maxOpenFiles": 9007199254740993\n}\n')
  expect(await documentYaml(data, none)).toBe('maxOpenFiles: 9007199254740993\n')
})
