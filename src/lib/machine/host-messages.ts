import { errnoText } from '../errno.ts'
import type { FileSubject } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'
import { inDoubleQuotes } from '../quoting.ts'

/** A refusal of the operating system. Without a subject it is about the only file of the request. */
export type HostFact =
  | FactOf<typeof FileNotFound>
  | FactOf<typeof LinkBroken>
  | FactOf<typeof FolderNotFile>
  | FactOf<typeof FileForbidden>
  | FactOf<typeof PipeNotFile>
  | FactOf<typeof FileNotReadable>
  | FactOf<typeof FileChangedWhileRead>
  | FactOf<typeof FileChangedSinceRead>
  | FactOf<typeof FileNotWritable>
  | FactOf<typeof FileIrregular>
  | FactOf<typeof FileExists>
  | FactOf<typeof FolderNotOurs>
  | FactOf<typeof StateNewer>
  | FactOf<typeof OriginalLost>
  | FactOf<typeof PathUnusual>
  | FactOf<typeof LabelNotCopied>
  | FactOf<typeof DraftNotWritable>
  | FactOf<typeof EditorNotRun>
  | FactOf<typeof EditorFailed>

export const FileNotFound = message('FileNotFound', () => 'no such file')

/** A symbolic link whose target does not exist. */
export const LinkBroken = message(
  'LinkBroken',
  ({ target }: { target: string }) => `is a symbolic link to ${inDoubleQuotes(target)}, which does not exist`,
)

export const FolderNotFile = message('FolderNotFile', () => 'is a folder, not a file')

export const FileForbidden = message('FileForbidden', () => 'permission denied')

export const PipeNotFile = message('PipeNotFile', () => 'is a pipe, at which a kubelet waits without end')

/** `errno` is the name of the error, such as EIO. */
export const FileNotReadable = message(
  'FileNotReadable',
  ({ errno }: { subject?: FileSubject; errno: string }) => `cannot be read: ${errnoText(errno)}`,
)

export const FileChangedWhileRead = message('FileChangedWhileRead', () => 'changed while it was being read: try again')

export const FileChangedSinceRead = message(
  'FileChangedSinceRead',
  ({ subject }: { subject: FileSubject }) => `${subject.name}: changed since it was read`,
)

export const FileNotWritable = message(
  'FileNotWritable',
  ({ subject, errno }: { subject: FileSubject; errno: string }) =>
    `${subject.name}: cannot be written: ${errnoText(errno)}`,
)

/** A device, a pipe or a socket: a file would take its place. */
export const FileIrregular = message(
  'FileIrregular',
  ({ subject }: { subject: FileSubject }) => `${subject.name}: cannot be written: it is a device or a pipe, not a file`,
)

export const FileExists = message('FileExists', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name} already exists`,
  hints: ['give another file name, or add --force to overwrite it'],
}))

/** A symbolic link, another user's, or writable for others: it is not used. */
export const FolderNotOurs = message('FolderNotOurs', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name}: is not used: it must be a folder of this user that nobody else can write to`,
  hints: [`check it with ls -ld ${subject.name}`],
}))

/** A newer version of this program wrote it. */
export const StateNewer = message('StateNewer', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name}: was written by a newer version; nothing is changed`,
  hints: ['install that version again, or a later one'],
}))

/** Both copies of the node's own configuration are missing or damaged. */
export const OriginalLost = message('OriginalLost', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name}: its original content is lost: both copies are missing or damaged`,
  hints: ['write the file again as it was, for example with kubeadm init phase kubelet-start, and restart the kubelet'],
}))

/** A path that a shell script or unit cannot be given: relative, with control characters, or with a space at its end. */
export const PathUnusual = message('PathUnusual', ({ subject }: { subject: FileSubject }) => ({
  said: `${inDoubleQuotes(subject.name)} cannot be used: it is relative, or has control characters or a space at its end`,
  hints: ['rename it'],
}))

/** A new file would not have the SELinux label of the file. */
export const LabelNotCopied = message(
  'LabelNotCopied',
  ({ subject, programMessage }: { subject: FileSubject; programMessage: string }) => ({
    said: `${subject.name}: its SELinux label cannot be given to a new file: ${programMessage}`,
    hints: [`check it with ls -Z ${subject.name}`],
  }),
)

/** No temporary file for the text can be created. */
export const DraftNotWritable = message(
  'DraftNotWritable',
  ({ subject, errno }: { subject: FileSubject; errno: string }) => ({
    said: `${subject.name}: cannot be written: ${errnoText(errno)}`,
    hints: ['set TMPDIR to another folder'],
  }),
)

export const EditorNotRun = message('EditorNotRun', ({ editor, errno }: { editor: string; errno: string }) => ({
  said: `cannot run the editor '${editor}': ${editorTexts[errno] ?? errnoText(errno)}`,
  hints: ['set KUBE_EDITOR or EDITOR to an editor'],
}))

/** `end`: its exit code, or the signal that ended it. */
export const EditorFailed = message('EditorFailed', ({ editor, end }: { editor: string; end: number | string }) =>
  typeof end === 'number'
    ? `nothing was changed: the editor '${editor}' failed with exit code ${end}`
    : `nothing was changed: the editor '${editor}' was terminated by ${end}`,
)

/** Texts that differ for programs. */
const editorTexts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }
