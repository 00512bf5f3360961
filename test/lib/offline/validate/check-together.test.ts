import { describe, expect, test } from '@jest/globals'
import { plain } from '../../../../src/lib/kubelet/defaults/plain.ts'
import { valueAt } from '../../../../src/lib/kubelet/merge/place-value.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { checkTogether } from '../../../../src/lib/offline/validate/check-together.ts'
import { readDropIns } from '../../../../src/lib/offline/validate/drop-ins.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { findingRows, type Texts } from '../read/drop-in-rows.ts'
import { fileOf, header, unreadable } from '../read/inputs.ts'

/** Fields of a file and of drop-ins, in the order in which they are read; files of other names are not read. */
async function checked(base: string, texts: Texts, release: Release = '1.36') {
  const all = Object.entries(texts).map(([name, text]) =>
    fileOf(name, text.startsWith('#!') ? text.slice(2) : header + text),
  )
  const isRead = ({ file }: { readonly file: string }) => file.endsWith('.conf')
  const dropIns = await readDropIns({
    path: 'd',
    ignored: undefined,
    files: all.filter(isRead),
    others: all.filter((one) => !isRead(one)),
  })
  return checkTogether(await readDocument(header + base), dropIns, [release])[0]!
}

/** `file:line:column severity rule path`, without what only the host or the load of a node decides. */
async function shape(...given: Parameters<typeof checked>): Promise<readonly string[]> {
  const { findings } = await checked(...given)
  return findings
    .filter(({ severity, stage }) => severity !== 'info' && stage !== 'operation')
    .map(({ file = 'base', line, column, severity, rule, path }) =>
      [[file, line, column].filter((part) => part !== undefined).join(':'), severity, rule, path].join(' ').trim(),
    )
}

test('a file alone is judged as without a folder', async () => {
  expect(await shape('maxPods: 50\nclusterDNS: [10.0.0.10]', {})).toEqual([])
  expect(await shape('maxPods: -5\nfoo: 1', {})).toEqual([
    'base:3:10 error V25 maxPods',
    'base:4:1 error STRICT-UNKNOWN foo',
  ])
})

test.each([...findingRows])('%s', async (_name, base, texts, expected) => {
  expect(await shape(base, texts)).toEqual(expected)
})

test('a drop-in that cannot be read stops the kubelet', async () => {
  const dropIns = await readDropIns({
    path: 'd',
    ignored: undefined,
    files: [unreadable('d/a.conf', 'FileNotFound')],
    others: [],
  })
  const [one] = checkTogether(await readDocument(header), dropIns, ['1.36'])
  expect(one).toMatchObject({
    valid: false,
    findings: [{ rule: 'READ-FILE', file: 'd/a.conf', message: 'no such file' }],
  })
})

test('values of headers are secret', async () => {
  const headers = (value: string) => `staticPodURLHeader: {Authorization: [${value}]}`
  const { findings } = await checked(headers('secret-1'), { 'a.conf': headers('secret-2') })
  expect(findings.map(({ rule }) => rule)).toContain('DROPIN-LIST')
  expect(JSON.stringify(findings)).not.toContain('secret-')
})

describe('what is merged', () => {
  test.each<[string, string, Texts, string, unknown]>([
    ['null brings the default back', 'maxPods: 5', { 'a.conf': 'maxPods: null' }, 'maxPods', 110],
    ['null of thresholds does not', '', { 'a.conf': 'evictionHard: null' }, 'evictionHard', {}],
    [
      'a list loses the nulls in its mappings',
      '',
      { 'a.conf': 'reservedMemory: [{numaNode: 0, limits: {memory: 1Gi, a: null}}]' },
      'reservedMemory',
      [{ numaNode: 0, limits: { memory: '1Gi' } }],
    ],
    [
      'quantities of drop-ins are not rounded',
      '',
      { 'a.conf': 'reservedMemory: [{numaNode: 0, limits: {memory: 100u}}]' },
      'reservedMemory',
      [{ numaNode: 0, limits: { memory: '100u' } }],
    ],
  ])('%s', async (_name, base, texts, field, expected) => {
    const { document } = await checked(base, texts)
    expect(plain(valueAt(document!, [field])!)).toEqual(expected)
  })
})

describe('releases', () => {
  test('before 1.30, it takes an environment variable', async () => {
    const { findings, valid } = await checked('', { 'a.conf': 'maxPods: 1' }, '1.29')
    expect({ valid, findings }).toMatchObject({ valid: false, findings: [{ rule: 'DROPIN-ALPHA', file: 'd' }] })
    expect(findings[0]?.message).toContain('KUBELET_CONFIG_DROPIN_DIR_ALPHA')
  })

  test.each<[string, string, Texts, string, unknown, unknown]>([
    ['null removes nothing', 'maxPods: 5', { 'a.conf': 'maxPods: null' }, 'maxPods', 5, 110],
    ['no default replaces a zero', '', { 'a.conf': 'maxPods: 0' }, 'maxPods', 0, 110],
    ['nothing empty is lost', 'enforceNodeAllocatable: []', {}, 'enforceNodeAllocatable', [], ['pods']],
    ['resolvConf has another name', '', { 'a.conf': 'resolvConf: /a' }, 'resolvConf', '/etc/resolv.conf', '/a'],
    ['any spelling counts', '', { 'a.conf': 'MaxPods: 5' }, 'maxPods', 5, 110],
  ])('up to 1.31, drop-ins are merged by the names of Go: %s', async (_name, base, texts, field, until, since) => {
    const valueIn = async (release: Release) => {
      const value = valueAt((await checked(base, texts, release)).document!, [field])
      return value && plain(value)
    }
    expect([await valueIn('1.31'), await valueIn('1.32')]).toEqual([until, since])
  })

  test('up to 1.31, a drop-in is told of what has no effect', async () => {
    expect(await shape('', { 'a.conf': 'resolvConf: /a' }, '1.31')).toEqual([
      'a.conf:3:13 warning DROPIN-LOST resolvConf',
    ])
    expect(await shape('', { 'a.conf': 'maxPods: null' }, '1.31')).toEqual(['a.conf:3:10 warning DROPIN-LOST maxPods'])
    expect(await shape('', { 'a.conf': 'maxPods: 5', 'b.conf': 'maxPods: null' }, '1.31')).toEqual([])
  })

  test('up to 1.31, any kind will do', async () => {
    const other = { 'a.conf': '#!apiVersion: v1\nkind: Pod\nmaxPods: 5\n' }
    expect([(await checked('', other, '1.31')).valid, (await checked('', other, '1.32')).valid]).toEqual([true, false])
  })

  test.each<[string, string, readonly string[]]>([
    ['an apiVersion of any kind', 'apiVersion: v1', ['a.conf:3:1 error STRICT-DUPLICATE apiVersion']],
    [
      'a wrong type that loses to the base',
      'ROTATECERTIFICATES: many',
      ['a.conf:3:21 error DECODE-TYPE rotateCertificates'],
    ],
  ])('up to 1.31, the kubelet refuses %s', async (_name, text, expected) => {
    expect(await shape('', { 'a.conf': text }, '1.31')).toEqual(expected)
  })

  test('up to 1.31, no version has two slashes', async () => {
    const other = { 'a.conf': '#!apiVersion: a/b/c\nkind: Pod\n' }
    expect(await shape('', other, '1.31')).toEqual(['a.conf:1:13 error DECODE-KIND apiVersion'])
  })
})

test('a comment ignores warnings of its own file', async () => {
  const ignored = async (base: string, texts: Texts) =>
    (await checked(base, texts)).ignored.map(({ file = 'base', rule }) => `${file} ${rule}`)
  const few = 'maxPods: 2 # kubeletcfg:ignore H07 one pod'
  expect(await ignored(few, {})).toEqual(['base H07'])
  expect(await ignored('eventBurst: 9', { 'a.conf': few })).toEqual(['a.conf H07'])
  expect(await ignored('# kubeletcfg:ignore H07 not here\neventBurst: 9', { 'a.conf': 'maxPods: 2' })).toEqual([])
})

test('a loss in the merge can be ignored, and a comment in a drop-in can be stale', async () => {
  const comment = '# kubeletcfg:ignore DROPIN-LIST these are the ones\n'
  const { findings, ignored } = await checked('clusterDNS: [10.0.0.10]', {
    'a.conf': `${comment}clusterDNS: [10.0.0.11]\n${comment}maxPods: 50`,
  })
  expect(ignored).toMatchObject([{ rule: 'DROPIN-LIST', file: 'a.conf', ignoredBecause: 'these are the ones' }])
  expect(findings.filter(({ rule }) => rule === 'IGNORE-UNUSED')).toMatchObject([{ file: 'a.conf', line: 5 }])
})
