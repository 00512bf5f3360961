import type { Fact, FileSubject } from '../fact.ts'

/** A refusal of the operating system. Without a subject it is about the only file of the request. */
export type HostFact = Fact &
  (
    | { readonly reason: 'FileNotFound' }
    /** A symbolic link whose target does not exist. */
    | { readonly reason: 'LinkBroken'; readonly target: string }
    | { readonly reason: 'FolderNotFile' }
    | { readonly reason: 'FileForbidden' }
    | { readonly reason: 'PipeNotFile' }
    /** `errno` is the name of the error, such as EIO. */
    | { readonly reason: 'FileNotReadable'; readonly errno: string }
    | { readonly reason: 'FileChangedWhileRead' }
    | { readonly reason: 'FileChangedSinceRead'; readonly subject: FileSubject }
    | { readonly reason: 'FileNotWritable'; readonly subject: FileSubject; readonly errno: string }
    /** A device, a pipe or a socket: a file would take its place. */
    | { readonly reason: 'FileIrregular'; readonly subject: FileSubject }
    | { readonly reason: 'FileExists'; readonly subject: FileSubject }
    /** A symbolic link, another user's, or writable for others: it is not used. */
    | { readonly reason: 'FolderNotOurs'; readonly subject: FileSubject }
    /** A newer version of this program wrote it. */
    | { readonly reason: 'StateNewer'; readonly subject: FileSubject }
    /** Both copies of the node's own configuration are missing or damaged. */
    | { readonly reason: 'OriginalLost'; readonly subject: FileSubject }
    /** A path that a shell script or unit cannot be given: relative, with control characters, or with a space at its end. */
    | { readonly reason: 'PathUnusual'; readonly subject: FileSubject }
    /** A new file would not have the SELinux label of the file. */
    | { readonly reason: 'LabelNotCopied'; readonly subject: FileSubject; readonly programMessage: string }
    /** No temporary file for the text can be created. */
    | { readonly reason: 'DraftNotWritable'; readonly subject: FileSubject; readonly errno: string }
    | { readonly reason: 'EditorNotRun'; readonly editor: string; readonly errno: string }
    /** `end`: its exit code, or the signal that ended it. */
    | { readonly reason: 'EditorFailed'; readonly editor: string; readonly end: number | string }
  )
