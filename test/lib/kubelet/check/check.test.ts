import { describe, expect, test } from '@jest/globals'
import { type RuleId, rules } from '../../../../src/lib/kubelet/decode/decode-rules.ts'
import { checked, checkedBody, checkedJson } from './documents.ts'

interface Expected {
  readonly rule: RuleId
  readonly path: string
  readonly at: [line: number, column: number]
  readonly message: string
  readonly remedy?: string
}

describe('what stops the kubelet', () => {
  test.each<[body: string, expected: Expected]>([
    [
      'maxPods: "5"\n',
      {
        rule: 'DECODE-TYPE',
        path: 'maxPods',
        at: [3, 10],
        message: "expected an integer (int32), found string '5'",
        remedy: 'remove the quotes',
      },
    ],
    [
      'maxPods: 2147483648\n',
      {
        rule: 'DECODE-RANGE',
        path: 'maxPods',
        at: [3, 10],
        message: 'expected an integer from -2147483648 to 2147483647, found integer 2147483648',
      },
    ],
    [
      'authentication:\n  webhook:\n    cacheTTL: 5 minutes\n',
      {
        rule: 'DECODE-FORMAT',
        path: 'authentication.webhook.cacheTTL',
        at: [5, 15],
        message: "expected a duration such as 30s or 1h30m, found string '5 minutes'",
        remedy: 'units are ns, us, ms, s, m and h',
      },
    ],
    [
      'syncFrequency: 60\n',
      {
        rule: 'DECODE-TYPE',
        path: 'syncFrequency',
        at: [3, 16],
        message: 'expected a duration such as 30s or 1h30m, found integer 60',
        remedy: 'add the unit',
      },
    ],
    [
      'syncFrequency:\n',
      {
        rule: 'DECODE-FORMAT',
        path: 'syncFrequency',
        at: [3, 15],
        message: 'expected a duration, found null',
        remedy: 'omit the key to use the default',
      },
    ],
    [
      'featureGates: {A: true, NodeSwap: "true"}\n',
      {
        rule: 'DECODE-TYPE',
        path: 'featureGates[NodeSwap]',
        at: [3, 35],
        message: "expected true or false, found string 'true'",
        remedy: 'remove the quotes',
      },
    ],
    [
      'registerWithTaints:\n- key: a\n- key: 5\n',
      {
        rule: 'DECODE-TYPE',
        path: 'registerWithTaints[1].key',
        at: [5, 8],
        message: 'expected a string, found integer 5',
        remedy: 'put it in quotes',
      },
    ],
    [
      'evictionHard: memory.available<100Mi,nodefs.available<10%\n',
      {
        rule: 'DECODE-TYPE',
        path: 'evictionHard',
        at: [3, 15],
        message: "expected a mapping, found string 'memory.available<100Mi,nodefs.available<10%'",
        remedy: 'this is the syntax of the flag: write each pair as KEY: VALUE, or use kubeletcfg migrate',
      },
    ],
    [
      'reservedMemory: [{limits: {memory: 1 Gi}}]\n',
      {
        rule: 'DECODE-FORMAT',
        path: 'reservedMemory[0].limits[memory]',
        at: [3, 36],
        message: "expected a quantity such as 512Mi or 100m, found string '1 Gi'",
      },
    ],
  ])('%j does not decode', async (body, { at: [line, column], ...expected }) => {
    const { valid, findings, document } = await checkedBody(body)
    const { reason } = rules[expected.rule]
    const rest = { line, column, severity: 'error', fatal: true, stage: 'decode', reason }
    expect(findings).toEqual([{ ...expected, ...rest }])
    expect({ valid, document }).toEqual({ valid: false, document: undefined })
  })

  test('all findings come at once, in document order', async () => {
    const { findings } = await checkedBody('foo: 1\nmaxPods: x\nport: y\n')
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
      ['STRICT-UNKNOWN', 3],
      ['DECODE-TYPE', 4],
      ['DECODE-TYPE', 5],
    ])
  })

  test.each([
    ['" 1Gi "', true],
    ['"\\u0031Gi"', false],
  ])("JSON's quantity %s is read as it is spelt: %s", async (text, valid) => {
    expect((await checkedJson(`"reservedMemory":[{"limits":{"memory":${text}}}]`)).valid).toBe(valid)
  })

  test("an error in any of JSON's duplicates counts, in YAML's only the last value does", async () => {
    expect((await checkedJson('"maxPods":"x","maxPods":5')).valid).toBe(false)
    expect((await checkedBody('maxPods: x\nmaxPods: 5\n')).valid).toBe(true)
  })
})

describe('apiVersion and kind', () => {
  test.each([
    ['maxPods: x\n', ['apiVersion is missing', expect.stringContaining('found string'), 'kind is missing']],
    [
      'apiVersion: v1\nkind: KubeletConfiguration\nmaxPods: x\n',
      ["apiVersion 'v1' must be kubelet.config.k8s.io/v1beta1"],
    ],
    ['apiVersion: v1\nkind: Pod\nmaxPods: x\n', ["kind 'Pod' holds no KubeletConfiguration"]],
    ['apiVersion: kubelet.config.k8s.io/v1beta1\nkind: 5\n', ['expected a string, found integer 5']],
    ['- a\n', ['expected a mapping of fields, found a list']],
    ['secrettoken123\n', ['expected a mapping of fields, found a string']],
    ['12345678\n', ['expected a mapping of fields, found an integer']],
    ['1.2345\n', ['expected a mapping of fields, found a number']],
    ['true\n', ['expected a mapping of fields, found a boolean']],
  ])('%j has not the header of a KubeletConfiguration', async (text, messages) => {
    const { findings, valid } = await checked(text)
    expect(findings.map(({ message }) => message).sort()).toEqual(messages)
    expect(valid).toBe(false)
  })

  test.each([
    ['Kind: 5\n', 'Kind is a number'],
    ['APIVERSION: []\n', 'APIVERSION is a list'],
    ['apiVersion:\n', 'the last apiVersion is null'],
    ['apiVerſion: v1\n', 'its s is a long one'],
  ])('%j stops the kubelet, for %s', async (more) => {
    expect((await checkedBody(more)).valid).toBe(false)
  })

  test('their names are found in any case, but only the right one is a field', async () => {
    const { findings, valid } = await checked('apiVersion: kubelet.config.k8s.io/v1beta1\nKind: KubeletConfiguration\n')
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([['STRICT-CASE', 'Kind']])
    expect(valid).toBe(true)
  })
})

describe('secrets', () => {
  test.each([
    'staticPodURLHeader: {Authorization: hunter2}\n',
    'staticPodURLHeader: hunter2\n',
    'staticPodURLHeader: {Authorization: [{a: hunter2}]}\n',
    'staticPodURLHeader: {Authorization: [[hunter2]]}\n',
    'staticPodURLHeader: {Authorization: [4711]}\n',
    'staticPodURLHeader: {Authorization: [hunter2\n',
    'staticpodurlheader: {Authorization: [hunter2]}\n',
    'staticPodURLHeadr: {Authorization: [hunter2]}\n',
    'registerWithTaints: [{key: [a], staticPodURLHeader: {Authorization: [hunter2]}}]\n',
    'maxPods: https://user:hunter2@host\n',
    'kind: https://user:hunter2@host\n',
  ])('no finding repeats one: %j', async (body) => {
    const { findings } = await checkedBody(body)
    expect(findings).not.toEqual([])
    expect(JSON.stringify(findings)).not.toMatch(/hunter2|4711/)
  })
})

test('a long or unusual value is shown on one line, truncated', async () => {
  const { findings } = await checkedBody(`maxPods: "a\\n\\e[31m${'x'.repeat(100)}"\n`)
  expect(findings[0]?.message).toBe(`expected an integer (int32), found string 'a\\n\\u001b[31m${'x'.repeat(47)}…'`)
})

test.each(Object.entries(rules))('rule %s is explained in a sentence', (_id, { meaning }) => {
  expect(meaning).toMatch(/^[A-Z].*\.$/)
})
