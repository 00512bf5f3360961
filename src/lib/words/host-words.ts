import { errnoText } from '../errno.ts'
import { notReadMessage } from '../flows/files/not-read.ts'
import type { HostFact } from '../host/host-fact.ts'
import { inDoubleQuotes } from '../quoting.ts'
import type { Vocabulary } from './phrase.ts'

export const hostWords: Vocabulary<HostFact> = {
  FileNotFound: notReadMessage,
  LinkBroken: notReadMessage,
  FolderNotFile: notReadMessage,
  FileForbidden: notReadMessage,
  FileNotReadable: notReadMessage,
  PipeNotFile: notReadMessage,
  FileChangedWhileRead: notReadMessage,
  FileChangedSinceRead: ({ subject }) => `${subject.name}: changed since it was read`,
  FileIrregular: ({ subject }) => `${subject.name}: cannot be written: it is a device or a pipe, not a file`,
  FileNotWritable: ({ subject, errno }) => `${subject.name}: cannot be written: ${errnoText(errno)}`,
  FileExists: ({ subject }) => ({
    said: `${subject.name} already exists`,
    hints: ['give another file name, or add --force to overwrite it'],
  }),
  FolderNotOurs: ({ subject }) => ({
    said: `${subject.name}: is not used: it must be a folder of this user that nobody else can write to`,
    hints: [`check it with ls -ld ${subject.name}`],
  }),
  StateNewer: ({ subject }) => ({
    said: `${subject.name}: was written by a newer version; nothing is changed`,
    hints: ['install that version again, or a later one'],
  }),
  OriginalLost: ({ subject }) => ({
    said: `${subject.name}: its original content is lost: both copies are missing or damaged`,
    hints: [
      'write the file again as it was, for example with kubeadm init phase kubelet-start, and restart the kubelet',
    ],
  }),
  PathUnusual: ({ subject }) => ({
    said: `${inDoubleQuotes(subject.name)} cannot be used: it is relative, or has control characters or a space at its end`,
    hints: ['rename it'],
  }),
  LabelNotCopied: ({ subject, programMessage }) => ({
    said: `${subject.name}: its SELinux label cannot be given to a new file: ${programMessage}`,
    hints: [`check it with ls -Z ${subject.name}`],
  }),
  DraftNotWritable: ({ subject, errno }) => ({
    said: `${subject.name}: cannot be written: ${errnoText(errno)}`,
    hints: ['set TMPDIR to another folder'],
  }),
  EditorNotRun: ({ editor, errno }) => ({
    said: `cannot run the editor '${editor}': ${editorTexts[errno] ?? errnoText(errno)}`,
    hints: ['set KUBE_EDITOR or EDITOR to an editor'],
  }),
  EditorFailed: ({ editor, end }) =>
    typeof end === 'number'
      ? `nothing was changed: the editor '${editor}' failed with exit code ${end}`
      : `nothing was changed: the editor '${editor}' was terminated by ${end}`,
}

/** Texts that differ for programs. */
const editorTexts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }
