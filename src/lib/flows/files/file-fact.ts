import type { Fact, FileSubject } from '../../fact.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import type { Suspicion } from '../../yaml/read/suspicion.ts'
import type { FormatFact } from '../../yaml/write/format-fact.ts'

/** Something in a file: an object with its kind and name, or something unreadable. */
export type Held = ({ readonly name: string } & Position) | Finding

/** Why an argument yields no file. */
export type NothingThere =
  | { readonly reason: 'NoFileMatches' }
  | { readonly reason: 'NoConfigurationInFolder' }
  | { readonly reason: 'NoManifestInFolder' }

/** Why nothing could be read; lib/host reports the same reasons. `errno` is the code of the operating system. */
export type NotRead =
  | NothingThere
  | { readonly reason: 'FileNotFound' | 'FolderNotFile' | 'PipeNotFile' | 'FileForbidden' | 'FileChangedWhileRead' }
  | { readonly reason: 'LinkBroken'; readonly target: string }
  | { readonly reason: 'FileNotReadable'; readonly errno: string }

export type FileFact =
  | NothingThere
  | { readonly reason: 'InputNotRead'; readonly subject: FileSubject; readonly because: NotRead }
  | { readonly reason: 'InputTooLarge'; readonly subject: FileSubject }
  /** Several of the above. */
  | { readonly reason: 'InputsNotRead'; readonly problems: readonly Fact[] }
  /** Folders below a folder, which are read only on request. */
  | { readonly reason: 'FoldersNotRead'; readonly folders: readonly string[] }
  | {
      readonly reason: 'NoConfigurationInFile'
      readonly subject: FileSubject
      readonly held: readonly Held[]
      /** How to get at a configuration that is where no kubelet looks. */
      readonly remedy: string | undefined
    }
  | { readonly reason: 'SeveralConfigurationsInFile'; readonly subject: FileSubject; readonly held: readonly Held[] }
  | { readonly reason: 'NotFormatted'; readonly subject: FileSubject; readonly because: FormatFact }
  /**
   * The old file of a change: only the part that the kubelet could decode is compared, and nothing when it cannot be
   * read.
   */
  | { readonly reason: 'OldFileRefused'; readonly subject: FileSubject; readonly because: DocumentRefused }
  /** A file whose defaults are filled in although the kubelet does not start with it. */
  | { readonly reason: 'KubeletDoesNotStart'; readonly subject: FileSubject; readonly because: DocumentRefused }
  /** A skipped file of a folder that may hold a KubeletConfiguration. */
  | { readonly reason: 'FilePassedOver'; readonly subject: FileSubject; readonly suspicion: Suspicion }
  | { readonly reason: 'FilesPassedOver'; readonly count: number }
