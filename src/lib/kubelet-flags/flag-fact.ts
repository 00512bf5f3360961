import type { FileSubject, Subject } from '../fact.ts'
import type { Release } from '../kubelet/model/releases.ts'
import type { Position } from '../kubelet/model/tree.ts'

/** The place of a word of a command line. */
export interface WordPlace {
  /** The name of the file. */
  readonly from: string
  /** The position in that file, if known. */
  readonly at?: Position | undefined
}

type FlagSubject = Extract<Subject, { readonly kind: 'Flag' }>
/** The form that the value of a flag must have. */
export type FlagForm =
  | 'bool'
  | 'duration'
  | 'gates'
  | 'headers'
  | 'int32'
  | 'int64'
  | 'integer'
  | 'ip'
  | 'level'
  | 'list'
  | 'pair'
  | 'pairs'
  | 'patterns'
  | 'quantity'
  | 'reservations'
  | 'taints'
  | 'thresholds'

/** Why no kubelet accepts a command line. */
export type FlagProblem = { readonly place: WordPlace } & (
  | {
      readonly reason: 'InvalidFlagValue'
      readonly subject: FlagSubject
      readonly wanted: FlagForm
      /** undefined: it may be a secret. */
      readonly found: string | undefined
    }
  | { readonly reason: 'FlagValueMissing'; readonly subject: FlagSubject }
  /** A boolean flag does not use the next word as its value. */
  | { readonly reason: 'SeparateBoolean'; readonly subject: FlagSubject; readonly value: string }
  /** The word after the value of a flag, which may be part of a secret. */
  | { readonly reason: 'WordAfterFlag'; readonly subject: FlagSubject }
  | { readonly reason: 'StrayWord'; readonly word: string }
  | { readonly reason: 'NotAFlag'; readonly word: string; readonly meant: string | undefined }
)

/** Notes on a command line, which is used in spite of them. */
export type FlagNote =
  | { readonly reason: 'FlagRepeated'; readonly subject: FlagSubject; readonly times: number }
  /** In a file, relative paths start at the folder of the file. */
  | { readonly reason: 'RelativePath'; readonly subject: FlagSubject }
  /** The kubelet reads a file that is not among the arguments. */
  | { readonly reason: 'ConfigNotGiven'; readonly config: string }
  | { readonly reason: 'PartOfCommandLine' }
  | { readonly reason: 'FileWithoutCommandLine'; readonly subject: FileSubject }
  /** The command line uses none of its variables. */
  | { readonly reason: 'UnusedVariables'; readonly subject: FileSubject }
  /** systemd reads only one of them. */
  | { readonly reason: 'RivalUnits'; readonly files: readonly string[] }
  | { readonly reason: 'VariableSetTwice'; readonly variable: string; readonly files: readonly string[] }

/** Why a command line could not be read. */
export type CommandLineRefusal =
  | { readonly reason: 'SeveralCommandLines' }
  | { readonly reason: 'SeveralKubelets'; readonly subject: FileSubject }
  | { readonly reason: 'NoKubeletFlags'; readonly files: readonly string[] }
  | { readonly reason: 'NotKubeletCommandLine'; readonly files: readonly string[] }
  /** `character` counts within the text at the place; `place` is for display. */
  | { readonly reason: 'OpenQuote'; readonly place: string; readonly character: number }
  | { readonly reason: 'OpenValueQuote'; readonly place: string; readonly quote: string }

/** Why a release does not have a flag. */
export type FlagAbsence =
  /** `last`: the last release that had it. */
  | { readonly reason: 'FlagRemoved'; readonly last: string }
  | { readonly reason: 'FlagAddedLater'; readonly since: string }
  | { readonly reason: 'UnknownFlag'; readonly similar: string | undefined }

/** Why a flag that has a field should remain a flag. */
export type StayingReason =
  | { readonly reason: 'IdentityOfNode' }
  | { readonly reason: 'PrintsAndExits' }
  | { readonly reason: 'CountsBeforeFile' }
  | { readonly reason: 'ZeroMeansDefault' }

/** A flag that the kubelet of a release does not have: with it, the kubelet does not start. */
export interface FlagStopsKubelet {
  readonly reason: 'FlagStopsKubelet'
  readonly subject: FlagSubject
  readonly place: WordPlace
  readonly release: Release
  readonly why: FlagAbsence
  /** The path of the field. */
  readonly replacedBy: string | undefined
}

export type FlagFact = CommandLineRefusal | FlagAbsence | FlagNote | FlagProblem | FlagStopsKubelet | StayingReason

export const flagSubject = (name: string): FlagSubject => ({ kind: 'Flag', name })
