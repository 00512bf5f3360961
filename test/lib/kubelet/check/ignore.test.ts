import { describe, expect, test } from '@jest/globals'
import { checkForEach } from '../../../../src/lib/kubelet/check/check.ts'
import { newest } from '../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'
import { checked, header } from './documents.ts'

interface Said {
  /** `rule line` of each finding. */
  readonly found: readonly string[]
  /** `rule line: reason` of each warning that is ignored. */
  readonly ignored: readonly string[]
}

async function said(text: string, ignore: readonly string[] = []): Promise<Said> {
  const [one] = checkForEach(await readDocument(text), [newest], { ignore })
  const { findings, ignored } = one!
  return {
    found: findings.map(({ rule, line }) => `${rule} ${line}`),
    ignored: ignored.map(({ rule, line, ignoredBecause = 'flag' }) => `${rule} ${line}: ${ignoredBecause}`),
  }
}

const comment = (text: string): string => `# kubeletcfg:ignore ${text}`

describe('a comment ignores a warning', () => {
  test.each<[where: string, text: string, ignored: string]>([
    ['on its line', `${header}maxPods: 2 ${comment('H07 one pod')}\n`, 'H07 3: one pod'],
    ['above it', `${header}${comment('H07 one pod')}\nmaxPods: 2\n`, 'H07 4: one pod'],
    ['above other comments', `${header}${comment('H07 one pod')}\n# few\nmaxPods: 2\n`, 'H07 5: one pod'],
    ['above the document', `${comment('H07 one pod')}\n\n${header}eventBurst: 9\nmaxPods: 2\n`, 'H07 6: one pod'],
    ['below the marker', `---\n${comment('H07 one pod')}\n${header}maxPods: 2\n`, 'H07 5: one pod'],
    ['among several rules', `${header}maxPods: 2 ${comment('H08, h07 one pod')}\n`, 'H07 3: one pod'],
    ['behind a colon', `${header}maxPods: 2 # kubeletcfg:ignore H07: one pod\n`, 'H07 3: one pod'],
    [
      'above a field of it',
      `${header}${comment('H01 disks of the host')}\nevictionHard:\n  memory.available: 100Mi\n  nodefs.available: 0%\n`,
      'H01 6: disks of the host',
    ],
    [
      'in a document that needs the YAML parser',
      `${header}evictionHard:\n  {\n    memory.available: 100Mi,\n    nodefs.available: 0%, ${comment('H01 small')}\n  }\n`,
      'H01 6: small',
    ],
  ])('%s', async (_where, text, ignored) => {
    expect(await said(text)).toEqual({ found: [], ignored: [ignored] })
  })

  test('and no other of its rule', async () => {
    const text = `${header}kubeReserved:\n  memory: 1m ${comment('H06 tiny')}\n  ephemeral-storage: 1m\n`
    expect(await said(text)).toEqual({ found: ['H06 5'], ignored: ['H06 4: tiny'] })
  })

  test('in its own document of a file only', async () => {
    const kubeadm = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n'
    const { parts } = await readParts(`${comment('H07 not mine')}\n${kubeadm}---\n${header}maxPods: 2\n`)
    const [one] = checkForEach(parts[0]!.reading, [newest])
    expect(one!.findings.map(({ rule }) => rule)).toEqual(['H07'])
  })

  test('in the text of a ConfigMap, at its lines of the file', async () => {
    const body = `${header}maxPods: 2 ${comment('H07 one pod')}\n`.replaceAll(/^(?=.)/gm, '    ')
    const { parts } = await readParts(
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  kubelet: |\n${body}`,
    )
    const [one] = checkForEach(parts[0]!.reading, [newest])
    expect(one!.ignored.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['H07 8'])
  })
})

describe('a comment without effect', () => {
  test.each<[text: string, found: readonly string[]]>([
    ['maxPods: 110 # kubeletcfg:ignore H07 one pod\n', ['IGNORE-UNUSED 3']],
    ['maxPods: 2\n# kubeletcfg:ignore H07 one pod\n', ['H07 3', 'IGNORE-UNUSED 4']],
    ['# kubeletcfg:ignore H07 one pod\n\nmaxPods: 2\n', ['IGNORE-UNUSED 3', 'H07 5']],
    ['maxPods: 2 # kubeletcfg:ignore H07\n', ['H07 3', 'IGNORE-INVALID 3']],
    ['maxPods: 2 # kubeletcfg:ignore\n', ['H07 3', 'IGNORE-INVALID 3']],
    ['maxPods: 2 # kubeletcfg:ignore H99 one pod\n', ['H07 3', 'IGNORE-INVALID 3']],
    ['maxPods: -2 # kubeletcfg:ignore V25 one pod\n', ['V25 3', 'IGNORE-INVALID 3']],
    ['clusterDomain: "# kubeletcfg:ignore H07 one pod"\nmaxPods: 2\n', ['H07 4']],
    ['clusterDomain: |\n  # kubeletcfg:ignore H07 one pod\nmaxPods: 2\n', ['H07 5']],
    ['maxPods: 2 # kubeletcfg:ignored H07 one pod\n', ['H07 3']],
  ])('%j', async (body, found) => {
    expect(await said(header + body)).toEqual({ found, ignored: [] })
  })

  test('is a note, and a comment that is wrong a warning', async () => {
    const { findings, valid } = await checked(`${header}eventBurst: 9 ${comment('H07 x')}\n${comment('V25 x')}\n`)
    expect(findings.map(({ severity, reason, message }) => ({ severity, reason, message }))).toEqual([
      { severity: 'info', reason: 'CommentUnused', message: 'kubeletcfg:ignore there is no warning H07 here' },
      { severity: 'warning', reason: 'CommentInvalid', message: "kubeletcfg:ignore 'V25' cannot be ignored" },
    ])
    expect(valid).toBe(true)
  })

  test('is not unused if one of the releases has the warning', async () => {
    const reading = await readDocument(`${header}nodeLeaseDurationSeconds: 90 ${comment('H09 slow network')}\n`)
    const both = checkForEach(reading, ['1.31', '1.36'])
    expect(both.map(({ findings, ignored }) => [findings.length, ignored.length])).toEqual([
      [0, 1],
      [0, 0],
    ])
  })
})

describe('a flag', () => {
  test('ignores all warnings of a rule', async () => {
    const text = `${header}kubeReserved: {memory: 1m, ephemeral-storage: 1m}\n`
    expect(await said(text, ['H06'])).toEqual({ found: [], ignored: ['H06 3: flag', 'H06 3: flag'] })
  })

  test('ignores a warning about the start', async () => {
    const text = `${header}registerWithTaints: [{key: a, effect: ""}]\n`
    expect(await said(text, ['S25'])).toEqual({ found: [], ignored: ['S25 3: flag'] })
  })
})
