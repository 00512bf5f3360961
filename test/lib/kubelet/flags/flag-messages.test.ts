import '../../../../src/lib/kubelet/flags/flag-messages.ts'
import { expect, test } from '@jest/globals'
import { type FlagFact, flagSubject } from '../../../../src/lib/kubelet/flags/flag-messages.ts'
import { describe, messageOf } from '../../../../src/lib/message/describe.ts'

const place = { from: 'f', at: { line: 3, column: 4 } }
const nowhere = { from: '<arguments>' }
const invalid = { reason: 'InvalidFlagValue', subject: flagSubject('max-pods'), wanted: 'int32' } as const
const stops = { reason: 'FlagStopsKubelet', place: nowhere, release: '1.36', replacedBy: undefined } as const
const file = { kind: 'File', name: 'f' } as const

test.each<[text: string, fact: FlagFact]>([
  ["--max-pods must be an integer of 32 bits, not 'many'", { ...invalid, found: 'many', place: nowhere }],
  ['f:3:4: --max-pods must be an integer of 32 bits', { ...invalid, found: undefined, place }],
  ['--v has no value', { reason: 'FlagValueMissing', subject: flagSubject('v'), place: nowhere }],
  [
    '--seccomp-default false is read as a flag and another word: write --seccomp-default=false',
    { reason: 'SeparateBoolean', subject: flagSubject('seccomp-default'), value: 'false', place: nowhere },
  ],
  [
    '--x is followed by a word that is not a flag: put its value in quotes',
    { reason: 'WordAfterFlag', subject: flagSubject('x'), place: nowhere },
  ],
  ["'a' is not a flag, and the kubelet takes no arguments", { reason: 'UnexpectedWord', word: 'a', place: nowhere }],
  ["'-a' is not a flag", { reason: 'NotAFlag', word: '-a', meant: undefined, place: nowhere }],
  [
    "'-max-pods' is not a flag: write --max-pods",
    { reason: 'NotAFlag', word: '-max-pods', meant: 'max-pods', place: nowhere },
  ],
  ['--v is given 2 times: the last one counts', { reason: 'FlagRepeated', subject: flagSubject('v'), times: 2 }],
  [
    '--resolv-conf is a relative path: in a file it is relative to the folder of the file',
    { reason: 'RelativePath', subject: flagSubject('resolv-conf') },
  ],
  ['systemd reads only one of a, b: omit the others', { reason: 'RivalUnits', files: ['a', 'b'] }],
  [
    '$A is set by a, b: the last one counts, in the order of EnvironmentFile=',
    { reason: 'VariableSetTwice', variable: 'A', files: ['a', 'b'] },
  ],
  ['f is not used: the command line has none of its variables', { reason: 'UnusedVariables', subject: file }],
  ['f: several kubelets: give the command line of only one', { reason: 'SeveralKubelets', subject: file }],
  ['f:1: a quote or backslash is left open at character 5', { reason: 'OpenQuote', place: 'f:1', character: 5 }],
  [
    '<arguments>: --max-podz stops kubelet 1.36: not a kubelet flag in 1.28 to 1.37 (did you mean --max-pods?)',
    { ...stops, subject: flagSubject('max-podz'), why: { reason: 'UnknownFlag', similar: 'max-pods' } },
  ],
  [
    '<arguments>: --nope stops kubelet 1.36: not a kubelet flag in 1.28 to 1.37 (omit it; nothing replaces it)',
    { ...stops, subject: flagSubject('nope'), why: { reason: 'UnknownFlag', similar: undefined } },
  ],
  [
    '<arguments>: --network-plugin stops kubelet 1.36: removed in 1.24 (omit it; the container runtime calls the CNI plugins)',
    { ...stops, subject: flagSubject('network-plugin'), why: { reason: 'FlagRemoved', last: '1.23' } },
  ],
  [
    'f:3:4: --iptables-drop-bit stops kubelet 1.36: removed in 1.31 (omit it; iptablesDropBit replaces it)',
    {
      ...{ ...stops, place, subject: flagSubject('iptables-drop-bit') },
      ...{ why: { reason: 'FlagRemoved', last: '1.30' }, replacedBy: 'iptablesDropBit' },
    },
  ],
  [
    '<arguments>: --fail-cgroupv1 stops kubelet 1.30: added in 1.31 (omit it; nothing replaces it)',
    {
      ...{ ...stops, release: '1.30', subject: flagSubject('fail-cgroupv1') },
      ...{ why: { reason: 'FlagAddedLater', since: '1.31' } },
    },
  ],
])('%s', (text, fact) => {
  expect(messageOf(fact)).toBe(text)
})

test.each<[hint: string, fact: FlagFact]>([
  ['omit the other files', { reason: 'SeveralCommandLines' }],
  ['kubeletExtraArgs of an InitConfiguration', { reason: 'NoKubeletFlags', files: ['f'] }],
  ['a kubeadm file with kubeletExtraArgs', { reason: 'NotKubeletCommandLine', files: ['f'] }],
])('the hint is: %s', (hint, fact) => {
  expect(describe(fact).hints).toEqual([expect.stringContaining(hint)])
})
