import type { HostFact } from '../host/host-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const hostWords: Vocabulary<HostFact> = {
  FileNotFound: () => 'no such file',
  FolderNotFile: () => 'is a folder, not a file',
  FileForbidden: () => 'permission denied',
  FileNotReadable: ({ errno }) => `cannot be read: ${errno}`,
  FileChangedWhileRead: () => 'changed while it was being read: try again',
  FileChangedSinceRead: ({ subject }) => `${subject.name}: changed since it was read`,
  FileNotWritable: ({ subject, errno }) => `${subject.name}: cannot be written: ${errno}`,
}
