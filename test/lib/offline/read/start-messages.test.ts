import '../../../../src/lib/yaml/read/kubelet-extra-args.ts'
import '../../../../src/lib/offline/read/start-messages.ts'
import '../../../../src/lib/kubelet/flags/flag-messages.ts'
import { expect, test } from '@jest/globals'
import { flagSubject } from '../../../../src/lib/kubelet/flags/flag-messages.ts'
import { describe, messageOf } from '../../../../src/lib/message/describe.ts'
import type { MigrationNote, StartRefusal } from '../../../../src/lib/offline/read/start-messages.ts'

const file = (name: string, line?: number) =>
  ({ kind: 'File', name, ...(line !== undefined && { line, column: 1 }) }) as const
const put = { reason: 'WriteToKubeadmFile', subject: file('f') } as const

test.each<[text: string, fact: StartRefusal | MigrationNote]>([
  ['f: not UTF-8 text', { reason: 'NotUtf8', subject: file('f') }],
  [
    'f: refused by kubeadm\n  f:3:4: --v must be a string: put it in quotes',
    {
      ...{ reason: 'KubeadmRefuses', subject: file('f') },
      problems: [{ reason: 'ArgNotString', flag: 'v', scalar: true, line: 3, column: 4 }],
    },
  ],
  [
    'f: refused by kubeadm\n  f:3:4: kubeletExtraArgs must be a mapping in v1beta3: a list is for v1beta4 and later',
    {
      ...{ reason: 'KubeadmRefuses', subject: file('f') },
      problems: [{ reason: 'ArgsNotMapping', version: 'v1beta3', line: 3, column: 4 }],
    },
  ],
  [
    'f, g: different flags for kubelets\n  f:3:1: InitConfiguration\n  g:4:1: JoinConfiguration',
    {
      reason: 'FlagsDiffer',
      objects: [
        { subject: file('f', 3), object: 'InitConfiguration' },
        { subject: file('g', 4), object: 'JoinConfiguration' },
      ],
    },
  ],
  [
    'f, g: each has a KubeletConfiguration, but only one is used',
    { reason: 'SeveralFilesWithConfiguration', files: ['f', 'g'] },
  ],
  ['no --config among the flags', { reason: 'NoConfigFlag', files: [] }],
  [
    'f: no KubeletConfiguration to compare with, and no --config among the flags',
    { reason: 'NoConfigFlag', files: ['f'] },
  ],
  [
    'no kubelet starts with this command line\n  --v has no value',
    {
      reason: 'CommandLineRefused',
      problems: [{ reason: 'FlagValueMissing', subject: flagSubject('v'), place: { from: 'f' } }],
    },
  ],
  ['add the document to f: kubeadm gives it to all nodes', { ...put, extraArgsIn: [] }],
  [
    'add the document to f and remove the flags from kubeletExtraArgs: kubeadm gives it to all nodes',
    { ...put, extraArgsIn: ['f'] },
  ],
  [
    'add the document to f and remove the flags from kubeletExtraArgs of g: kubeadm gives it to all nodes',
    { ...put, extraArgsIn: ['f', 'g'] },
  ],
  [
    '$A is not set by any of these files (EnvironmentFile=/etc/x): its flags are missing',
    { reason: 'VariableNotSet', variable: 'A', environmentFiles: ['/etc/x'] },
  ],
])('%s', (text, fact) => {
  expect(messageOf(fact)).toBe(text)
})

test('a file that begins with a brace is one document', () => {
  const fact = { reason: 'KubeadmFileNotReadable', subject: file('f'), findings: [], isJson: true }
  expect(describe(fact).hints).toEqual([expect.stringContaining('put a line --- before it')])
  const other = { ...fact, isJson: false }
  expect(describe(other).hints).toEqual([])
})
