import { describe, expect, test } from '@jest/globals'
import { commandLineOf } from '../../../../src/lib/kubelet/flags/command-line.ts'

const texts: Readonly<Record<string, string>> = {
  'kubelet.service': '[Service]\nExecStart=/usr/bin/kubelet --a\n',
  'other.service': '[Service]\nExecStart=/usr/bin/kubelet --b\n',
  'd/10-kubeadm.conf': '[Service]\nEnvironment=A=--c\nExecStart=\nExecStart=/usr/bin/kubelet $A\n',
  'd/20-more.conf': '[Service]\nEnvironment=A=--d\n',
  'a/20-more.conf': '[Service]\nEnvironment=A=--e\n',
  'a.env': 'A=--f\n',
  'b.env': 'A=--g\n',
  'c.env': 'C=--h\n',
  'empty.env': 'C=\n',
  'blank.env': '# A=--a\n',
  'notes.txt': 'see there\n',
}
const read = (files: string) => commandLineOf(files.split(' ').map((file) => ({ file, text: texts[file]! })))
const words = (files: string): string =>
  read(files)
    .words.map(({ text }) => text)
    .join(' ')

test.each([
  ['kubelet.service d/10-kubeadm.conf', '--c'],
  ['d/10-kubeadm.conf kubelet.service', '--c'],
  ['d/20-more.conf d/10-kubeadm.conf kubelet.service', '--d'],
  ['a/20-more.conf kubelet.service d/10-kubeadm.conf', '--e'],
  ['a.env d/20-more.conf d/10-kubeadm.conf kubelet.service', '--f'],
  ['a.env kubelet.service d/10-kubeadm.conf b.env', '--g'],
])('of %s systemd makes %s', (files, expected) => {
  expect(words(files)).toBe(expected)
})

describe('notes', () => {
  const twice = { reason: 'VariableSetTwice', variable: 'A', files: ['a.env', 'b.env'] }

  test.each<[files: string, notes: object[]]>([
    ['d/20-more.conf d/10-kubeadm.conf a.env empty.env blank.env', []],
    ['kubelet.service other.service', [{ reason: 'RivalUnits', files: ['kubelet.service', 'other.service'] }]],
    [
      'd/10-kubeadm.conf a/20-more.conf d/20-more.conf',
      [{ reason: 'RivalUnits', files: ['a/20-more.conf', 'd/20-more.conf'] }],
    ],
    ['d/10-kubeadm.conf a.env b.env', [twice]],
    ['a.env b.env', [twice]],
    ['d/10-kubeadm.conf c.env', [{ reason: 'UnusedVariables', subject: { kind: 'File', name: 'c.env' } }]],
    [
      'd/10-kubeadm.conf notes.txt',
      [{ reason: 'FileWithoutCommandLine', subject: { kind: 'File', name: 'notes.txt' } }],
    ],
  ])('on %s', (files, expected) => {
    expect(read(files).notes).toEqual(expected)
  })
})
