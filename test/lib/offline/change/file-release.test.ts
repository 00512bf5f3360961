import { describe, expect, test } from '@jest/globals'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { checkChange } from '../../../../src/lib/offline/change/check-change.ts'
import { defaultDocument } from '../../../../src/lib/offline/change/default-document.ts'
import { factsBeside, reportIn } from '../../../../src/lib/offline/validate/reports/report.ts'
import { summaryLine } from '../../../../src/lib/offline/validate/reports/summary.ts'
import { validate } from '../../../../src/lib/offline/validate/validate.ts'
import { fileOf, header, named, unreadable } from '../read/inputs.ts'
import { printed } from '../validate/reports/printed.ts'

const cluster = (version: string): string =>
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: ${version}\n---\n`
const kubeadm = (...versions: string[]): string => `${versions.map(cluster).join('')}${header}userNamespaces: {}\n`
const unknownIn132 =
  'f:7:1: error STRICT-UNKNOWN userNamespaces: unknown field in 1.32 (added in 1.33): the kubelet ignores it'

/** What goes to stdout, and then what goes to stderr. */
async function described(text: string, releases?: readonly Release[]): Promise<string[]> {
  const signal = new AbortController().signal
  const validation = await validate(named(fileOf('f', text)), { releases, lenient: false }, { signal })
  const report = await printed('text', validation)
  const { notes, warnings } = factsBeside(validation)
  const said = warnings.map((fact) => `warning: ${messageOf(fact)}`)
  return [...report.trimEnd().split('\n'), ...said, ...notes.map(messageOf)]
}

describe('validate', () => {
  test.each<[string, string, readonly Release[] | undefined, string[]]>([
    ['no file for kubeadm', header, undefined, ['f: valid for kubelet 1.37']],
    [
      'a file that names a release',
      kubeadm('v1.33.2'),
      undefined,
      ["f (document 1): valid for kubelet 1.33, the file's kubernetesVersion"],
    ],
    [
      'another release',
      kubeadm('v1.32.0'),
      undefined,
      [unknownIn132, "f (document 1): ignored in part by kubelet 1.32, the file's kubernetesVersion"],
    ],
    ['a release that is given', kubeadm('v1.32.0'), ['1.36'], ['f (document 1): valid for kubelet 1.36']],
    ['a label', kubeadm('stable-1'), undefined, ['f (document 1): valid for kubelet 1.37']],
    [
      'a number',
      kubeadm('1.33'),
      undefined,
      [
        'f (document 1): valid for kubelet 1.37',
        'f:3:20: kubernetesVersion is number 1.33, which is not a release: checked for kubelet 1.37',
      ],
    ],
    [
      'a newer one',
      kubeadm('v1.38.1'),
      undefined,
      [
        "f (document 1): valid for kubelet 1.37, the nearest to the file's kubernetesVersion",
        "warning: f:3:20: kubernetesVersion is 'v1.38.1', newer than 1.37, the newest known release: checked for that",
      ],
    ],
    ['a newer one, and one that is given', kubeadm('v1.38.1'), ['1.36'], ['f (document 1): valid for kubelet 1.36']],
    [
      'an older one, with two documents',
      `${cluster('v1.27.0')}${header}---\n${header}`,
      undefined,
      [
        "f (document 1): valid for kubelet 1.28, the nearest to the file's kubernetesVersion",
        "f (document 2): valid for kubelet 1.28, the nearest to the file's kubernetesVersion",
        "warning: f:3:20: kubernetesVersion is 'v1.27.0', older than 1.28, the oldest known release: checked for that",
      ],
    ],
    [
      'two that contradict',
      kubeadm('v1.33.2', 'v1.34.0'),
      undefined,
      [
        'f (document 2): valid for kubelet 1.37',
        "warning: f:3:20: kubernetesVersion is 'v1.33.2', and 'v1.34.0' in line 7: checked for kubelet 1.37; choose one with --kubernetes-version",
      ],
    ],
  ])('%s', async (_what, text, releases, expected) => {
    expect(await described(text, releases)).toEqual(expected)
  })

  test('each file for its own release, and a summary of all', async () => {
    const files = named(fileOf('a', kubeadm('v1.32.0')), fileOf('b', header), fileOf('c', kubeadm('v1.34.0')))
    const options = { releases: undefined, lenient: false }
    const validation = await validate(files, options, { signal: new AbortController().signal })
    expect(validation.releases).toEqual(['1.32', '1.34', '1.37'])
    const sarif = reportIn('sarif', validation, { summary: false, version: '1' })
    expect(JSON.stringify(sarif)).toContain('"kubernetesVersions":["1.32"]')
    expect(JSON.stringify(sarif)).not.toContain('[kubelet 1.32]')
    expect(summaryLine(validation)).toMatch(
      /^3 documents, each for one of kubelet 1.32, 1.34, 1.37: 2 valid, 1 ignored in/,
    )
  })

  test('where no verdict tells the release, the finding does', async () => {
    const files = ['v1.32.0', 'v1.34.0', 'v1.34.1'].map((version, i) =>
      fileOf(`${i}`, `${cluster(version)}${header}nodeIP: x\nreservedSystemCPUs: 0-1\n`),
    )
    const options = { releases: undefined, lenient: false }
    const validation = await validate(named(...files), options, { signal: new AbortController().signal })
    const endings = (report: string, of: string): string[] =>
      report.split('\n').flatMap((line) => (line.includes(of) ? line.replace(/^.*?(?=( \[[^[]*\])*$)/, '') : []))
    const notes = [' [kubelet 1.32]', ' [kubelet 1.34] [and 1 other document]']
    const [text, github] = [await printed('text', validation), await printed('github', validation)]
    expect([endings(text, 'S14'), endings(github, 'S14')]).toEqual([notes, notes])
    expect(endings(text, 'STRICT-UNKNOWN')).toEqual(['', '', ''])
    expect(endings(github, 'STRICT-UNKNOWN')).toEqual([' [kubelet 1.32]', ' [kubelet 1.34]', ' [kubelet 1.34]'])
  })

  test('a summary tells the releases of what could be read', async () => {
    const files = named(fileOf('a', kubeadm('v1.34.0')), unreadable('b', 'FileNotFound'))
    const options = { releases: undefined, lenient: false }
    const validation = await validate(files, options, { signal: new AbortController().signal })
    expect(summaryLine(validation)).toMatch(/^1 document for kubelet 1.34: 1 valid/)
  })
})

const inWords = ({ notes, warnings }: Record<'notes' | 'warnings', readonly Fact[]>): string[] => [
  ...notes.map((fact) => `note: ${messageOf(fact)}`),
  ...warnings.map((fact) => `warning: ${messageOf(fact)}`),
]

const source = (file: string, text: string) => ({ file, bytes: new TextEncoder().encode(text) })

describe('commands that take one file', () => {
  test.each<[string, string | undefined, Release | undefined, Release, number]>([
    ['no file', undefined, undefined, '1.37', 0],
    ['a file that names none', header, undefined, '1.37', 0],
    ['a file that names one', kubeadm('v1.33.2'), undefined, '1.33', 1],
    ['a release that is given', kubeadm('v1.33.2'), '1.36', '1.36', 0],
  ])('defaults of %s', async (_what, text, wanted, release, remarks) => {
    const found = await defaultDocument(wanted, text === undefined ? undefined : source('f', text))
    expect([found.release, [...found.notes, ...found.warnings].length]).toEqual([release, remarks])
  })

  const at = ':3:20: kubernetesVersion is'
  test.each<[string, string, string, Release, string[]]>([
    ['neither names one', header, header, '1.37', []],
    ['the old one does', kubeadm('v1.33.2'), header, '1.33', [`note: old${at} 'v1.33.2': checked for kubelet 1.33`]],
    [
      'both name the same',
      kubeadm('v1.33.1'),
      kubeadm('v1.33.2'),
      '1.33',
      [`note: new${at} 'v1.33.2': checked for kubelet 1.33`],
    ],
    [
      'each names another',
      kubeadm('v1.33.1'),
      kubeadm('v1.34.0'),
      '1.34',
      [
        `note: new${at} 'v1.34.0': checked for kubelet 1.34`,
        `warning: old${at} 'v1.33.1', but all is checked for kubelet 1.34`,
      ],
    ],
    [
      'the new one names none',
      kubeadm('v1.33.1'),
      kubeadm('ci/latest'),
      '1.33',
      [`note: old${at} 'v1.33.1': checked for kubelet 1.33`],
    ],
    [
      'neither names one that is known',
      kubeadm('ci/a'),
      kubeadm('ci/b'),
      '1.37',
      [`note: new${at} 'ci/b', which is not a release: checked for kubelet 1.37`],
    ],
  ])('a change where %s', async (_what, before, after, release, expected) => {
    const report = await checkChange(undefined, source('old', before), source('new', after))
    expect([report.release, inWords(report)]).toEqual([release, expected])
  })
})
