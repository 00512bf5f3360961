import type { FoundFile, WantedFile } from '../installation/file-plan.ts'

/** Files of this machine, as an installation makes and removes them. Every write is atomic and synced; rejects as Journal does. */
export interface SystemFiles {
  /** What is at the path of a file, compared with what is wanted there: it equals that only if nobody else owns it. */
  find(wanted: WantedFile): Promise<FoundFile>
  /** undefined: there is no such file. */
  readText(path: string): Promise<string | undefined>
  /** Creates or replaces a file; `secret` is the content of a secret one. The result undoes it. */
  put(file: WantedFile, secret?: string): Promise<Undo>
  /** Creates a folder and those above it that are missing, and returns those: the outermost first. */
  makeFolder(path: string, mode: number): Promise<readonly string[]>
  /** Which of a folder and those above it are missing: the outermost first. */
  missingFolders(path: string): Promise<readonly string[]>
  /** False: there was none. */
  remove(path: string): Promise<boolean>
  /** With all that is in it. False: there was none. */
  removeFolder(path: string): Promise<boolean>
  /** False: it is not empty, or not there. */
  removeEmptyFolder(path: string): Promise<boolean>
  /** Why files cannot be created in a folder, or in the nearest one above it that exists: such as EROFS. */
  whyNotWritable(path: string): Promise<string | undefined>
  /** Of a folder and those above it, the outermost in which somebody else than this user can replace what is there. */
  whoElseWrites(path: string): Promise<FolderOfOthers | undefined>
  freeBytes(path: string): Promise<number>
  /** How many files can still be created; infinite where the file system has no limit. */
  freeInodes(path: string): Promise<number>
  /** Of the file that `of` names. */
  bytesOf(path: string): Promise<number>
}

export interface FolderOfOthers {
  /** Without links. */
  readonly path: string
  readonly uid: number
  readonly gid: number
  /** Its permissions, such as 0o777. */
  readonly mode: number
}

/** Puts back what was there before. */
export type Undo = () => Promise<void>
