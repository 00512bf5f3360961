import { errnoText } from '../../errno.ts'
import type { NotRead } from './file-fact.ts'

/** The message of a READ-FILE finding. */
export const notReadMessage = (why: NotRead): string =>
  why.reason === 'FileNotReadable' ? `cannot be read: ${errnoText(why.errno)}` : messages[why.reason]

const messages: Readonly<Record<Exclude<NotRead['reason'], 'FileNotReadable'>, string>> = {
  FileNotFound: 'no such file',
  FolderNotFile: 'is a folder, not a file',
  FileForbidden: 'permission denied',
  FileChangedWhileRead: 'changed while it was being read: try again',
  NoFileMatches: 'matches no file',
  NoConfigurationInFolder: 'folder has no KubeletConfiguration in *.yaml, *.yml, *.json or *.conf',
  NoManifestInFolder: 'folder has no *.yaml, *.yml or *.json file',
}
