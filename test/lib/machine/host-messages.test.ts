import '../../../src/lib/machine/host-messages.ts'
import { expect, test } from '@jest/globals'
import type { HostFact } from '../../../src/lib/machine/host-messages.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { fileSubject } from '../../../src/lib/message/fact.ts'

const subject = fileSubject('kubelet.yaml')

test.each<[string, HostFact]>([
  ['no such file', { reason: 'FileNotFound' }],
  ['is a folder, not a file', { reason: 'FolderNotFile' }],
  ['permission denied', { reason: 'FileForbidden' }],
  ['cannot be read: input/output error', { reason: 'FileNotReadable', errno: 'EIO' }],
  ['cannot be read: too many symbolic links', { reason: 'FileNotReadable', errno: 'ELOOP' }],
  ['cannot be read: EWEIRD', { reason: 'FileNotReadable', errno: 'EWEIRD' }],
  ['is a pipe, at which a kubelet waits without end', { reason: 'PipeNotFile' }],
  ['changed while it was being read: try again', { reason: 'FileChangedWhileRead' }],
  ['kubelet.yaml: changed since it was read', { reason: 'FileChangedSinceRead', subject }],
  [
    'kubelet.yaml: cannot be written: the file system is read-only',
    { reason: 'FileNotWritable', subject, errno: 'EROFS' },
  ],
])('%s', (message, fact) => {
  expect(messageOf(fact)).toBe(message)
})
