import { describe, expect, test } from '@jest/globals'
import { integer } from '../../../../src/lib/kubelet/flags/trees.ts'
import type { Formatted } from '../../../../src/lib/yaml/write/format.ts'
import { yamlWith } from '../../../../src/lib/yaml/write/with-values.ts'
import { generate } from '../../../oracle/generate/document.ts'
import { formatted as formattedFile } from './formatted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const clumsy = `maxPods: 0x1\n${header}`
const canonical = `${header}maxPods: 1\n`
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (formatted: Formatted): string => (formatted.outcome === 'text' ? formatted.text : 'unreadable')
const fmt = async (text: string): Promise<string> => textOf(await formattedFile(bytes(text)))

describe('scalars', () => {
  test.each([
    ['maxPods: 0x10', 'maxPods: 16'],
    ['maxPods: 0100', 'maxPods: 64'],
    ['maxPods: 1_0', 'maxPods: 10'],
    ['memoryThrottlingFactor: 0.90', 'memoryThrottlingFactor: 0.90'],
    ['memoryThrottlingFactor: 9e-1', 'memoryThrottlingFactor: 0.9'],
    ['failSwapOn: yes', 'failSwapOn: true'],
    ['failSwapOn: Off', 'failSwapOn: false'],
    ['maxPods: ~', 'maxPods: null'],
    ['maxPods:', 'maxPods: null'],
    ["syncFrequency: '90s'", 'syncFrequency: 90s'],
    ['podCIDR: "10.0.0.0/8"', 'podCIDR: 10.0.0.0/8'],
    ['podCIDR: "yes"', 'podCIDR: "yes"'],
    ["podCIDR: '0x10'", 'podCIDR: "0x10"'],
    ["podCIDR: '1:30'", 'podCIDR: "1:30"'],
    ['podCIDR: 1:30', 'podCIDR: "1:30"'],
    ['podCIDR: 2026-01-31', 'podCIDR: "2026-01-31"'],
    ["podCIDR: '~'", 'podCIDR: "~"'],
    ["podCIDR: ''", 'podCIDR: ""'],
    ["podCIDR: 'a: b'", 'podCIDR: "a: b"'],
    ["podCIDR: 'a #b'", 'podCIDR: "a #b"'],
    ["podCIDR: '<<'", 'podCIDR: "<<"'],
    ['podCIDR: "a\\u202eb"', 'podCIDR: "a\\U0000202eb"'],
    ['podCIDR: |\n  a\n  b', 'podCIDR: "a\\nb\\n"'],
    ['podCIDR: !!str 5', 'podCIDR: "5"'],
    ['clusterDNS: []', 'clusterDNS: []'],
    ['clusterDNS: [a, b]', 'clusterDNS:\n- a\n- b'],
  ])('%s becomes %s', async (body, expected) => {
    expect(await fmt(`${header}${body}\n`)).toBe(`${header}${expected}\n`)
  })
})

describe('order', () => {
  test.each([
    [
      'the header first',
      'maxPods: 1\nkind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n',
      `${header}maxPods: 1\n`,
    ],
    ['fields as the kubelet has them', `maxPods: 1\nport: 2\n${header}`, `${header}port: 2\nmaxPods: 1\n`],
    ['unknown ones last', `foo: 1\nport: 2\n${header}`, `${header}port: 2\nfoo: 1\n`],
    [
      'entries of maps as they are',
      `${header}featureGates: {B: true, A: true}\n`,
      `${header}featureGates:\n  B: true\n  A: true\n`,
    ],
    [
      'comments go along',
      `# about maxPods\nmaxPods: 1 # c\n# about port\nport: 2\n${header}# end\n`,
      `${header}# about port\nport: 2\n# about maxPods\nmaxPods: 1 # c\n\n# end\n`,
    ],
    ['a head stays', `# head\n\n# own\nmaxPods: 1\n${header}`, `# head\n\n${header}# own\nmaxPods: 1\n`],
    [
      'a head above the header stays',
      `# head\nkind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n`,
      `# head\n${header}`,
    ],
    [
      'anchors and merge keys are written out',
      `${header}evictionHard: &e {a: 1, b: 2}\nevictionSoft: {<<: *e, a: 3}\n`,
      `${header}evictionHard:\n  a: 1\n  b: 2\nevictionSoft:\n  b: 2\n  a: 3\n`,
    ],
    ['windows line ends', header.replaceAll('\n', '\r\n'), header],
  ])('%s', async (_what, text, expected) => {
    expect(await fmt(text)).toBe(expected)
  })
})

describe('a comment behind what becomes a block', () => {
  const taint = 'registerWithTaints:\n- key: a\n'

  test.each<[what: string, body: string, expected: string]>([
    ['a list', 'clusterDNS: [a] # c\nport: 1', 'port: 1\nclusterDNS: # c\n- a'],
    ['a list before another field', 'clusterDNS: [a] # c\nmaxPods: 1', 'clusterDNS: # c\n- a\nmaxPods: 1'],
    ['a mapping', 'evictionHard: {a: b} # c', 'evictionHard: # c\n  a: b'],
    [
      'an anchor, and its alias',
      'evictionHard: &x {a: b} # c\nevictionSoft: *x # d',
      'evictionHard: # c\n  a: b\nevictionSoft: # d\n  a: b',
    ],
    [
      'inside another',
      'authentication:\n  webhook: {enabled: true} # c\n  anonymous: {enabled: false} # d',
      'authentication:\n  webhook: # c\n    enabled: true\n  anonymous: # d\n    enabled: false',
    ],
    ['of several lines', 'clusterDNS: [a,\n  # c\n] # d', 'clusterDNS:\n# c\n# d\n- a'],
    ['an item', 'registerWithTaints:\n- {key: a} # c', 'registerWithTaints:\n# c\n- key: a'],
    ['another item', `${taint}- {key: b} # c`, `${taint}# c\n- key: b`],
    ['a block already', 'clusterDNS: # c\n- a', 'clusterDNS: # c\n- a'],
    ['a block that has one below the key, too', 'clusterDNS: # c\n# d\n- a', 'clusterDNS: # c\n# d\n- a'],
    ['a block that has one below the key alone', 'clusterDNS:\n# d\n- a', 'clusterDNS:\n# d\n- a'],
    ['nothing', 'clusterDNS: [] # c', 'clusterDNS: [] # c'],
  ])('stays with %s', async (_what, body, expected) => {
    const formatted = await fmt(`${header}${body}\n`)
    expect(formatted).toBe(`${header}${expected}\n`)
    expect(await fmt(formatted)).toBe(formatted)
  })
})

test('of several documents only KubeletConfigurations change', async () => {
  const other = 'kind: [a,   b]   # as it is\nb: yes\n'
  const text = `# one\n---\n${other}---\n# two\nmaxPods: 0x1\n${header}...\n# between\n---\n${other}`
  expect(await fmt(text)).toBe(`# one\n---\n${other}---\n${header}# two\nmaxPods: 1\n...\n# between\n---\n${other}`)
})

test.each([
  'a: |\n  b\n     \n  c\n',
  'a: {"a":1}\nb: [a:b, ?c]\nc: "d"#e\n',
  'a: >-\n  b\n  \n   \nc: |+\n\n',
  'a: |\n  b',
])('%j beside a KubeletConfiguration stays', async (other) => {
  expect(await fmt(`${clumsy}---\n${other}`)).toBe(`${canonical}---\n${other}`)
  expect(await yamlWith(`${clumsy}---\n${other}`, [])).toBe(`${canonical}---\n${other}`)
})

test('JSON stays JSON', async () => {
  const body =
    '{"maxPods":1.0,"kind":"KubeletConfiguration","clusterDNS":[],"apiVersion":"kubelet.config.k8s.io/v1beta1"}'
  expect(await fmt(body)).toBe(
    '{\n  "apiVersion": "kubelet.config.k8s.io/v1beta1",\n  "kind": "KubeletConfiguration",\n  "clusterDNS": [],\n  "maxPods": 1.0\n}\n',
  )
})

test('what cannot be read is told, and what has nothing for us stays', async () => {
  expect(await formattedFile(bytes(`${header}a: [\n`))).toMatchObject({
    outcome: 'unreadable',
    findings: [{ line: 3 }],
  })
  expect(await formattedFile(bytes('a:   1\n'))).toEqual({ outcome: 'text', text: 'a:   1\n', documents: 0 })
})

test.each([
  ['featureGates: {1: true, "1": false}', 'READ-AMBIGUOUS', 25],
  ['a: &a {2: a}\nb: {<<: *a, "2": b}', 'READ-AMBIGUOUS', 13],
  ['a: .nan\na: 1', 'READ-NUMBER', 4],
  ['a: [-.inf]\na: 1', 'READ-NUMBER', 5],
  ['.inf: 1', 'READ-NUMBER', 1],
])('%s: what has no canonical form is told', async (body, rule, column) => {
  const line = header.split('\n').length + (body.startsWith('a: &a') ? 1 : 0)
  const [text, by] = [`${header}${body}\n`, '    ']
  expect(await formattedFile(bytes(text))).toMatchObject({ findings: [{ rule, line, column }] })
  const around = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n'
  expect(await formattedFile(bytes(around + text.replaceAll(/^(?=.)/gm, by)))).toMatchObject({
    findings: [{ rule, line: line + 4, column: column + by.length }],
  })
})

test('a text that would mean something else is refused', async () => {
  const escaped = `{"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "reservedMemory": [{"limits": {"memory": "\\u0031Gi"}}]}`
  await expect(formattedFile(bytes(escaped))).rejects.toMatchObject({ code: 'refused' })
})

test('values go into a document, and comments stay', async () => {
  const base = `${header}# how many\nmaxPods: 1 # old\nauthentication: &a\n  anonymous: {enabled: true}\n`
  const placements = [
    { names: ['maxPods'], tree: integer(2n) },
    { names: ['authentication', 'webhook', 'cacheTTL'], tree: integer(3n) },
  ]
  expect(await yamlWith(base, placements)).toBe(
    `${header}authentication:\n  webhook:\n    cacheTTL: 3\n  anonymous:\n    enabled: true\n# how many\nmaxPods: 2\n`,
  )
})

/** Comments where people put them; what the generator leaves out. */
const withComments = (text: string, seed: number): string =>
  seed % 2 === 0
    ? text
    : text.replaceAll(/^( *[A-Za-z]+: [a-zA-Z0-9]+)$/gm, '$1 # c').replaceAll(/^(?=[a-k])/gm, '# d\n\n# e\n')

test('formatting twice changes nothing, and formatting never what is meant', async () => {
  let formatted = 0
  for (let seed = 1; seed <= 150; seed++) {
    const text = withComments(new TextDecoder().decode(generate(seed)), seed)
    const once = await formattedFile(bytes(text))
    if (once.outcome !== 'text') continue
    formatted++
    expect({ seed, text: await fmt(once.text) }).toEqual({ seed, text: once.text })
  }
  expect(formatted).toBeGreaterThan(75)
})
