import { fileSubject } from '../../message/fact.ts'
import { FileNotOurs, type InstallationProblem } from './installation-messages.ts'

/** A file that an installation needs. */
export interface WantedFile {
  readonly path: string
  readonly mode: number
  readonly content: WantedContent
}

export type WantedContent =
  | { readonly kind: 'text'; readonly text: string }
  /** Too large to be kept in memory. */
  | { readonly kind: 'copy'; readonly of: string }
  /** A secret that is only known when it is written. */
  | { readonly kind: 'secret' }

/** What is at a path now. */
export type FoundFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly mode: number; readonly equals: boolean; readonly text: string | undefined }
  /** A folder, a link, a device. */
  | { readonly kind: 'other' }

export type FileChange =
  | { readonly action: 'create'; readonly file: WantedFile }
  | { readonly action: 'replace'; readonly file: WantedFile; readonly before: string | undefined }
  | { readonly action: 'keep'; readonly file: WantedFile }

export interface FilesPlanned {
  readonly changes: readonly FileChange[]
  readonly problems: readonly InstallationProblem[]
}

/**
 * What to do about each file. `ours`: the paths that an earlier installation made; whatever else is there belongs to
 * somebody, and is never replaced. An equal file is kept as it is, whoever made it.
 */
export function planFiles(
  files: readonly (readonly [wanted: WantedFile, found: FoundFile])[],
  ours: ReadonlySet<string>,
): FilesPlanned {
  const problems = files
    .filter(([{ path }, found]) => found.kind !== 'absent' && !isKept(found) && !(ours.has(path) && isFile(found)))
    .map(([{ path }]): InstallationProblem => FileNotOurs({ subject: fileSubject(path) }))
  return { changes: files.map(([wanted, found]) => changeOf(wanted, found)), problems }
}

const isFile = (found: FoundFile): boolean => found.kind === 'file'
const isKept = (found: FoundFile): boolean => found.kind === 'file' && found.equals

function changeOf(file: WantedFile, found: FoundFile): FileChange {
  if (found.kind === 'absent') return { action: 'create', file }
  if (isKept(found)) return { action: 'keep', file }
  return { action: 'replace', file, before: found.kind === 'file' ? found.text : undefined }
}
