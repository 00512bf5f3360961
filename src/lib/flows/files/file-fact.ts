import type { FileSubject } from '../../fact.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-fact.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import type { Suspicion } from '../../yaml/read/suspicion.ts'
import type { FormatFact } from '../../yaml/write/format-fact.ts'

/** Something in a file: an object by its kind and name, or what cannot be read. */
export type Held = ({ readonly name: string } & Position) | Finding

/** What an argument does not stand for. */
export type NothingThere = { readonly reason: 'NoFileMatches' } | { readonly reason: 'NoConfigurationInFolder' }

/** Why there is nothing to read: also what lib/host reports. `errno` is the code of the operating system. */
export type NotRead =
  | NothingThere
  | { readonly reason: 'FileNotFound' | 'FolderNotFile' | 'FileForbidden' | 'FileChangedWhileRead' }
  | { readonly reason: 'FileNotReadable'; readonly errno: string }

export type FileFact =
  | NothingThere
  | { readonly reason: 'InputNotRead'; readonly subject: FileSubject; readonly because: NotRead }
  | { readonly reason: 'InputTooLarge'; readonly subject: FileSubject }
  | {
      readonly reason: 'NoConfigurationInFile'
      readonly subject: FileSubject
      readonly held: readonly Held[]
      /** What helps to get at one that stands where no kubelet looks. */
      readonly remedy: string | undefined
    }
  | { readonly reason: 'SeveralConfigurationsInFile'; readonly subject: FileSubject; readonly held: readonly Held[] }
  | { readonly reason: 'NotFormatted'; readonly subject: FileSubject; readonly because: FormatFact }
  /** The old file of a change: only what the kubelet could decode is compared; nothing, when it cannot be read. */
  | { readonly reason: 'OldFileRefused'; readonly subject: FileSubject; readonly because: DocumentRefused }
  /** A file of a folder that perhaps should not have been passed over. */
  | { readonly reason: 'FilePassedOver'; readonly subject: FileSubject; readonly suspicion: Suspicion }
  | { readonly reason: 'FilesPassedOver'; readonly count: number }
