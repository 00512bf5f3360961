import { errnoText } from '../../errno.ts'
import { finding } from '../../kubelet/decode/decode-rules.ts'
import { quote } from '../../kubelet/model/quote.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { NotRead } from './file-messages.ts'

/** A file that could not be read, as what was read of it. */
export const noFile = (why: NotRead): Reading => ({
  outcome: 'unreadable',
  findings: [finding('READ-FILE', 'nowhere', { message: notReadMessage(why) })],
})

/** The message of a READ-FILE finding. */
export function notReadMessage(why: NotRead): string {
  if (why.reason === 'FileNotReadable') return `cannot be read: ${errnoText(why.errno)}`
  if (why.reason === 'LinkBroken') return `is a symbolic link to ${quote(why.target)}, which does not exist`
  return messages[why.reason]
}

const messages: Readonly<Record<Exclude<NotRead['reason'], 'FileNotReadable' | 'LinkBroken'>, string>> = {
  FileNotFound: 'no such file',
  FolderNotFile: 'is a folder, not a file',
  PipeNotFile: 'is a pipe, at which a kubelet waits without end',
  FileForbidden: 'permission denied',
  FileChangedWhileRead: 'changed while it was being read: try again',
  NoFileMatches: 'matches no file',
  NoConfigurationInFolder: 'folder has no KubeletConfiguration in *.yaml, *.yml, *.json or *.conf',
  NoManifestInFolder: 'folder has no *.yaml, *.yml or *.json file',
}
