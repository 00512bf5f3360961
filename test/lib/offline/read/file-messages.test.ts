import '../../../../src/lib/machine/host-messages.ts'
import '../../../../src/lib/offline/read/file-messages.ts'
import '../../../../src/lib/yaml/write/format-messages.ts'
import { expect, test } from '@jest/globals'
import { describe, messageOf } from '../../../../src/lib/message/describe.ts'
import type { FileFact } from '../../../../src/lib/offline/read/file-messages.ts'
import type { FormatFact } from '../../../../src/lib/yaml/write/format-messages.ts'

const subject = { kind: 'File', name: 'f' } as const
const held = { name: 'Pod a', line: 1, column: 1 }

test.each<[text: string, fact: FileFact | FormatFact]>([
  ['f: no such file', { reason: 'InputNotRead', subject, because: { reason: 'FileNotFound' } }],
  [
    'f: cannot be read: input/output error',
    { reason: 'InputNotRead', subject, because: { reason: 'FileNotReadable', errno: 'EIO' } },
  ],
  ['f: larger than 3 MiB, the limit of the API server', { reason: 'InputTooLarge', subject }],
  [
    'f: no KubeletConfiguration\n  f:1:1: Pod a',
    { reason: 'NoConfigurationInFile', subject, held: [held], remedy: undefined },
  ],
  [
    'f: 2 documents for a kubelet, but only one is used\n  f:1:1: Pod a\n  f:1:1: Pod a',
    { reason: 'SeveralConfigurationsInFile', subject, held: [held, held] },
  ],
  [
    'f: would be larger than 3 MiB with its aliases expanded',
    { reason: 'NotFormatted', subject, because: { reason: 'TooLargeWithoutAliases' } },
  ],
  [
    'f: the KubeletConfiguration in line 9 is in quotes: put it below kubelet: |',
    {
      ...{ reason: 'NotFormatted', subject },
      because: { reason: 'ConfigurationInQuotes', line: 9, key: 'kubelet', isJson: false },
    },
  ],
  [
    'the KubeletConfiguration in line 1 is in quotes: write the file in YAML, and put it below kubelet: |',
    { reason: 'ConfigurationInQuotes', line: 1, key: 'kubelet', isJson: true },
  ],
  [
    'the KubeletConfiguration in line 3 is also the value of another key, by an alias: write the alias out',
    { reason: 'ConfigurationShared', line: 3 },
  ],
  [
    'f: skipped: has no apiVersion and kind, but maxPods is a field of a KubeletConfiguration',
    { reason: 'FilePassedOver', subject, likelyConfig: { field: 'maxPods' } },
  ],
  ['skipped 1 file without a KubeletConfiguration', { reason: 'FilesPassedOver', count: 1 }],
  ['skipped 2 files without a KubeletConfiguration', { reason: 'FilesPassedOver', count: 2 }],
])('%s', (text, fact) => {
  expect(messageOf(fact)).toBe(text)
})

test('at most ten places of a file are named', () => {
  const fact = { reason: 'SeveralConfigurationsInFile', subject, held: Array(12).fill(held) } as const
  expect(describe(fact).lines).toHaveLength(12)
  expect(messageOf(fact)).toMatch(/\n {2}and 2 more$/)
})

test('the way to extract a configuration is a hint', () => {
  const fact: FileFact = { reason: 'NoConfigurationInFile', subject, held: [], remedy: 'cut it out' }
  expect(describe(fact).hints).toEqual(['cut it out'])
})
