import { errnoText } from '../errno.ts'
import { notReadMessage } from '../flows/files/not-read.ts'
import type { HostFact } from '../host/host-fact.ts'
import type { Vocabulary } from './phrase.ts'

export const hostWords: Vocabulary<HostFact> = {
  FileNotFound: notReadMessage,
  FolderNotFile: notReadMessage,
  FileForbidden: notReadMessage,
  FileNotReadable: notReadMessage,
  FileChangedWhileRead: notReadMessage,
  FileChangedSinceRead: ({ subject }) => `${subject.name}: changed since it was read`,
  FileNotWritable: ({ subject, errno }) => `${subject.name}: cannot be written: ${errnoText(errno)}`,
}
