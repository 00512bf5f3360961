import { describe, expect, test } from '@jest/globals'
import { type Release, releases } from '../../../../src/lib/kubelet/model/releases.ts'
import type { Inputs } from '../../../../src/lib/offline/read/inputs.ts'
import { hasErrors, validate } from '../../../../src/lib/offline/validate/validate.ts'
import { fileOf, folder, header, named, unreadable } from '../read/inputs.ts'

const limits = { signal: new AbortController().signal }
const validateFor = (inputs: readonly Inputs[], some: readonly Release[] = ['1.36'], lenient = false) =>
  validate(inputs, { releases: some, lenient }, limits)

/** File, document, and the rules of all findings. */
async function shapeOf(inputs: readonly Inputs[]): Promise<string[]> {
  const { documents } = await validateFor(inputs)
  return documents.map(({ file, document, findings }) =>
    [file, document, ...findings.map(({ rule }) => rule)].join(' '),
  )
}

const good = (name: string) => fileOf(name, header)
const bad = (name: string) => fileOf(name, `${header}maxPods: many\n`)
const other = (name: string) => fileOf(name, 'apiVersion: v1\nkind: Pod\n# no KubeletConfiguration\n')

describe('which files', () => {
  test('all of them, in the order of the arguments', async () => {
    const inputs = [...named(bad('z'), good('a')), folder('f', good('f/m'), bad('f/b'))]
    expect(await shapeOf(inputs)).toEqual(['z 0 DECODE-TYPE', 'a 0', 'f/m 0', 'f/b 0 DECODE-TYPE'])
  })

  test('one that cannot be read is a finding, and the others are still judged', async () => {
    const inputs = named(good('a'), unreadable('b', 'FileForbidden'), bad('c'))
    expect(await shapeOf(inputs)).toEqual(['a 0', 'b 0 READ-FILE', 'c 0 DECODE-TYPE'])
    const { documents } = await validateFor(inputs)
    expect(documents[1]?.verdicts).toMatchObject([{ valid: false, stage: 'decode' }])
    expect(documents[1]?.findings).toMatchObject([{ message: 'permission denied', fatal: true, severity: 'error' }])
  })

  test('what is named must be a KubeletConfiguration, what is in a folder need not be', async () => {
    expect(await shapeOf(named(other('pod')))).toEqual(['pod 0 DECODE-KIND'])
    const { documents, passedOver } = await validateFor([folder('f', other('f/pod'), good('f/a'))])
    expect([documents.map(({ file }) => file), passedOver]).toEqual([['f/a'], [{ file: 'f/pod' }]])
  })

  const broken = (rule: string, line: number, column: number) => ({
    broken: expect.objectContaining({ rule, line, column }),
  })

  test.each<[what: string, text: string, rule: string | undefined]>([
    ['a field', 'maxPods: 10\n', 'DECODE-KIND'],
    ['a comment that names the kind', '# no KubeletConfiguration\nmaxPods: 10\n', 'DECODE-KIND'],
    ['most keys', 'maxPods: 10\nport: 0\nmaxpods: 5\n', 'DECODE-KIND'],
    ['another kind', 'kind: KubeletConfig\nmaxPods: 10\n', 'DECODE-KIND'],
    ['an open text', '{"kind": "KubeletConf', 'READ-SYNTAX'],
    ['a tab', 'a: 1\n\tb: 2\n', 'READ-SYNTAX'],
    ['nothing', '', undefined],
    ['a list', '- maxPods\n', undefined],
    ['half of the keys', 'logging: {}\nreplicas: 1\n', undefined],
    ['no field', 'kind: Pod\n', undefined],
    ['another object', 'apiVersion: v1\nkind: Pod\nmaxPods: 10\n', undefined],
    ['what is too large', 'x'.repeat(3 * 1024 * 1024 + 1), undefined],
  ])('of a folder, a file may be meant for a kubelet, or not: %s', async (_what, text, rule) => {
    const { documents, passedOver } = await validateFor([folder('f', good('f/a'), fileOf('f/x', text))])
    expect(documents.slice(1).map(({ file, findings }) => [file, findings[0]?.rule])).toEqual(
      rule === undefined ? [] : [['f/x', rule]],
    )
    expect(passedOver).toEqual(rule === undefined ? [{ file: 'f/x' }] : [])
  })

  test('of a folder, a broken object of another API is skipped, and named', async () => {
    const template = fileOf('f/x', 'apiVersion: v1\nkind: Pod\nmetadata: {{ name }}\n')
    const { documents, passedOver } = await validateFor([folder('f', good('f/a'), template)])
    expect(documents).toHaveLength(1)
    expect(passedOver).toEqual([{ file: 'f/x', likelyConfig: broken('READ-KEY', 3, 12) }])
  })

  test('of a folder, a *.conf may be in any format', async () => {
    const systemd = fileOf('f/10-kubeadm.conf', '[Service]\nExecStart=\n')
    const inputs = [folder('f', good('f/a'), systemd, fileOf('f/b.conf', 'maxPods: 10\n'))]
    expect((await validateFor(inputs)).passedOver).toEqual([{ file: 'f/10-kubeadm.conf' }])
    expect(await shapeOf(inputs)).toEqual(['f/a 0', 'f/b.conf 0 DECODE-KIND DECODE-KIND'])
  })

  test('a broken file in a folder counts when it may be a KubeletConfiguration', async () => {
    expect(await shapeOf([folder('f', fileOf('f/a', `${header}x: [\n`))])).toEqual(['f/a 0 READ-SYNTAX'])
  })

  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
  test.each([
    ['little-endian', utf16(header)],
    ['big-endian', utf16(header).swap16()],
  ])('of a folder, a KubeletConfiguration in UTF-16 is an error: %s', async (_what, bytes) => {
    const file = { file: 'f/a', read: async () => bytes }
    const { documents } = await validateFor([folder('f', file)])
    expect(documents[0]?.findings).toMatchObject([
      { rule: 'READ-UTF16', remedy: 'convert it: iconv -f UTF-16 -t UTF-8 FILE' },
    ])
  })

  test('of a folder, another text in UTF-16 is not', async () => {
    const file = { file: 'f/x', read: async () => utf16('apiVersion: v1\nkind: Pod\n') }
    const { passedOver } = await validateFor([folder('f', good('f/a'), file)])
    expect(passedOver).toMatchObject([{ file: 'f/x', likelyConfig: broken('READ-UTF16', 1, 1) }])
  })

  test.each([
    ['an empty folder', folder('f')],
    ['a folder of other things', folder('f', other('f/pod'))],
  ])('%s is an error, for a check that checks nothing is none', async (_what, inputs) => {
    const validation = await validateFor([inputs])
    expect(validation.documents.map(({ file, findings }) => [file, findings[0]?.message])).toEqual([
      ['f', expect.stringMatching('^folder has no KubeletConfiguration')],
    ])
    expect(hasErrors(validation)).toBe(true)
  })

  test('one that is there twice is judged once, as one that is named', async () => {
    const pod = other('f/pod')
    expect(await shapeOf([folder('f', pod, good('f/a')), ...named(pod)])).toEqual(['f/pod 0 DECODE-KIND', 'f/a 0'])
  })

  test('each is read once, whatever the number of releases', async () => {
    const file = good('a')
    await validateFor(named(file), releases)
    expect(file.reads).toBe(1)
  })

  test('an interruption ends it', async () => {
    const signal = AbortSignal.abort(new Error('stop'))
    await expect(validate(named(good('a')), { releases: ['1.36'], lenient: false }, { signal })).rejects.toThrow('stop')
  })

  test('a bug is no finding', async () => {
    const inputs = named({ file: 'a', read: () => Promise.reject(new TypeError('bug')) })
    await expect(validateFor(inputs)).rejects.toThrow('bug')
  })
})

describe('verdicts', () => {
  test.each([
    ['the header alone', '', true, undefined],
    ['what cannot be read', 'a: [\n', false, 'decode'],
    ['a wrong type', 'maxPods: many\n', false, 'decode'],
    ['an unknown gate, and a broken rule', 'featureGates: {X: true}\nimageGCLowThresholdPercent: 90\n', false, 'gates'],
    ['a broken rule, before a wrong key', 'imageGCLowThresholdPercent: 90\nmaxpods: 5\n', false, 'rules'],
    ['a wrong key', 'maxpods: 5\n', true, undefined],
  ])('%s', async (_what, body, valid, stage) => {
    const { documents } = await validateFor(named(fileOf('a', header + body)))
    expect(documents[0]?.verdicts).toMatchObject([{ release: '1.36', valid, stage }])
  })

  test('a release each, and findings that name all that have them', async () => {
    const { documents } = await validateFor(named(fileOf('a', `${header}userNamespaces: {}\nfoo: 1\n`)), releases)
    expect(documents[0]?.verdicts.map(({ release }) => release)).toEqual(releases)
    expect(documents[0]?.findings.map(({ path, message, releases: some }) => [path, message, some.length])).toEqual([
      ['userNamespaces', 'unknown field in 1.28 to 1.32 (added in 1.33): the kubelet ignores it', 5],
      ['foo', 'unknown field in 1.28 to 1.37: the kubelet ignores it', 10],
    ])
  })

  test.each([
    ['maxpods: 5\n', 'warning'],
    ['---\nmaxPods: 5\n', 'warning'],
    ['maxPods: many\n', 'error'],
  ])('when it is to be lenient, %j is a %s', async (body, severity) => {
    const validation = await validateFor(named(fileOf('a', header + body)), ['1.36'], true)
    expect(validation.documents[0]?.findings.map((finding) => finding.severity)).toEqual([severity])
    expect(hasErrors(validation)).toBe(severity === 'error')
  })
})
