import { describe, expect, test } from '@jest/globals'
import { diff } from '../../../../src/lib/kubelet/compare/diff.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { checkedBody, checkedJson } from '../check/documents.ts'

describe('keys that the kubelet ignores', () => {
  test.each([
    ['MaxPods: 5\n', 'STRICT-CASE', 'MaxPods', 'write maxPods'],
    ['maxPod: 5\n', 'STRICT-UNKNOWN', 'maxPod', 'did you mean maxPods?'],
    ['Maxpod: 5\n', 'STRICT-UNKNOWN', 'Maxpod', 'did you mean maxPods?'],
    ['evictionHrad: {}\n', 'STRICT-UNKNOWN', 'evictionHrad', 'did you mean evictionHard?'],
    ['cacheTTL: 1m\n', 'STRICT-UNKNOWN', 'cacheTTL', 'it belongs at authentication.webhook.cacheTTL'],
    ['foo: 5\n', 'STRICT-UNKNOWN', 'foo', undefined],
    [
      'logging: {vmodule: [{filePattern: a, verbosty: 1}]}\n',
      'STRICT-UNKNOWN',
      'logging.vmodule[0].verbosty',
      'did you mean verbosity?',
    ],
    ['"a b\\n": 1\n', 'STRICT-UNKNOWN', '"a b\\n"', undefined],
    ['max\u00a0Pods: 5\n', 'STRICT-UNKNOWN', '"max\u00a0Pods"', 'write maxPods, without spaces'],
    ['\u00a0maxPods: 5\n', 'STRICT-UNKNOWN', '"\u00a0maxPods"', 'write maxPods, without spaces'],
    ['resolverConfig: /a\n', 'STRICT-UNKNOWN', 'resolverConfig', 'did you mean resolvConf?'],
    ['tlsCACertFile: /a\n', 'STRICT-UNKNOWN', 'tlsCACertFile', 'did you mean authentication.x509.clientCAFile?'],
    ['nodeLabels: {a: b}\n', 'STRICT-UNKNOWN', 'nodeLabels', 'there is no such field: it stays a flag, --node-labels'],
    [
      'containerRuntime: remote\n',
      'STRICT-UNKNOWN',
      'containerRuntime',
      'it was the flag --container-runtime, removed in 1.27: see kubeletcfg explain --container-runtime',
    ],
    [
      'args: ["--anonymous-auth=false"]\n',
      'STRICT-UNKNOWN',
      'args',
      'flags are not read from the file: convert them with kubeletcfg migrate',
    ],
  ])('%j breaks %s at %s', async (body, rule, path, remedy) => {
    const { findings, valid } = await checkedBody(body)
    expect(findings).toEqual([
      expect.objectContaining({ rule, path, stage: 'strict', severity: 'error', fatal: false, line: 3 }),
    ])
    expect(findings[0]?.remedy).toBe(remedy)
    expect(valid).toBe(true)
  })

  test.each([
    ['a similar field', 'tlsCertFile: /a\ntlsPrivateKeyFile: /b\ntlsCertFil: /c\n', 'tlsCertFil', undefined],
    ['the second most similar field', 'evictionSoft: {}\nevictionSof: {}\n', 'evictionSof', undefined],
    ['another case', 'MaxPods: 5\nmaxPods: 6\n', 'MaxPods', 'remove it: maxPods is set'],
    [
      'the field that is meant',
      'authentication: {x509: {clientCAFile: ""}}\ntlsCACertFile: /a\n',
      'tlsCACertFile',
      'remove it: authentication.x509.clientCAFile is set',
    ],
    [
      'the field in its place',
      'authentication: {webhook: {cacheTTL: 1m}}\ncacheTTL: 1m\n',
      'cacheTTL',
      'remove it: authentication.webhook.cacheTTL is set',
    ],
  ])('no field that is present is suggested: %s', async (_what, body, path, remedy) => {
    const found = (await checkedBody(body)).findings.find((one) => one.path === path)
    expect(found?.remedy).toBe(remedy)
  })

  test('a field that was removed says when', async () => {
    const { findings } = await checkedBody('logging: {sanitization: true}\n')
    expect(findings.map(({ message }) => message)).toEqual([
      'unknown field in 1.37 (removed in 1.24): the kubelet ignores it',
    ])
  })

  test('the position is that of the key', async () => {
    const { findings } = await checkedBody('authentication:\n  webhok: {}\n')
    expect(findings[0]).toMatchObject({ line: 4, column: 3, path: 'authentication.webhok' })
  })
})

describe('fields of other releases', () => {
  test.each<[Release, boolean]>([
    ['1.28', true],
    ['1.32', true],
    ['1.33', false],
    ['1.37', false],
  ])('userNamespaces in %s: unknown is %s', async (release, unknown) => {
    const { findings } = await checkedBody('userNamespaces: {}\n', release)
    expect(findings.map(({ message }) => message)).toEqual(
      unknown ? [`unknown field in ${release} (added in 1.33): the kubelet ignores it`] : [],
    )
  })

  test('nothing inside them is fatal', async () => {
    expect((await checkedBody('imageMaximumGCAge: banana\n', '1.28')).valid).toBe(true)
    expect((await checkedBody('imageMaximumGCAge: banana\n', '1.29')).valid).toBe(false)
  })
})

describe('duplicates', () => {
  test.each([
    ['maxPods: 5\neventBurst: 1\nmaxPods: 6\n', 'maxPods', 5],
    [
      'evictionMinimumReclaim:\n  memory.available: 1Mi\n  memory.available: 2Mi\n',
      'evictionMinimumReclaim[memory.available]',
      5,
    ],
    ['kubeReserved: &a {cpu: 1m}\nsystemReserved:\n  <<: *a\n  cpu: 2m\n', 'systemReserved[cpu]', 6],
  ])('%j is ignored at %s', async (body, path, line) => {
    const { findings, valid } = await checkedBody(body)
    expect(findings).toEqual([expect.objectContaining({ rule: 'STRICT-DUPLICATE', path, line, fatal: false })])
    expect(valid).toBe(true)
  })

  test('the last one counts', async () => {
    const { document } = await checkedBody('maxPods: 5\nmaxPods: 6\n')
    expect(document?.fields.get('maxPods')).toMatchObject({ type: 'int', value: 6n })
  })

  test('are reported one by one, however many there are', async () => {
    const { findings } = await checkedBody('a: 1\n'.repeat(200_000))
    expect(findings.filter(({ rule }) => rule === 'STRICT-DUPLICATE').length).toBe(199_999)
  })

  test('an empty duplicate in JSON removes nothing', async () => {
    const { document } = await checkedJson('"authentication":{"anonymous":{"enabled":true}},"authentication":{}')
    expect(diff(undefined, document)).toEqual([{ path: 'authentication.anonymous.enabled', after: 'true' }])
  })

  test("JSON's structs and maps grow together, as in Go", async () => {
    const twice = '"authentication":{"anonymous":{"enabled":true}},"authentication":{"webhook":{"enabled":true}}'
    const { document } = await checkedJson(twice)
    expect(document?.fields.get('authentication')).toMatchObject({
      fields: new Map([
        ['anonymous', expect.anything()],
        ['webhook', expect.anything()],
      ]),
    })
  })
})
