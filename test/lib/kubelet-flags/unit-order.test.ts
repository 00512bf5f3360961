import { describe, expect, test } from '@jest/globals'
import { commandLineOf } from '../../../src/lib/kubelet-flags/command-line.ts'

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
  test.each([
    ['d/20-more.conf d/10-kubeadm.conf a.env empty.env blank.env', []],
    ['kubelet.service other.service', ['systemd reads one of kubelet.service, other.service: leave the others out']],
    [
      'd/10-kubeadm.conf a/20-more.conf d/20-more.conf',
      ['systemd reads one of a/20-more.conf, d/20-more.conf: leave the others out'],
    ],
    [
      'd/10-kubeadm.conf a.env b.env',
      ['$A is set by a.env, b.env: the last one counts; the order is that of EnvironmentFile='],
    ],
    ['a.env b.env', ['$A is set by a.env, b.env: the last one counts; the order is that of EnvironmentFile=']],
    ['d/10-kubeadm.conf c.env', ['c.env adds nothing: the command line has none of its variables']],
    [
      'd/10-kubeadm.conf notes.txt',
      ["notes.txt adds nothing: neither a unit nor an environment file nor a kubelet's command line"],
    ],
  ])('on %s', (files, expected) => {
    expect(read(files).notes).toEqual(expected)
  })
})
