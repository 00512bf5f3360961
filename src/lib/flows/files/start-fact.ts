import type { FileSubject, Subject } from '../../fact.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { FlagAbsence, FlagProblem, FlagStopsKubelet, WordPlace } from '../../kubelet-flags/flag-fact.ts'
import type { ArgsProblem } from '../../yaml/read/kubelet-extra-args.ts'

/** Why the files and flags that start a kubelet cannot be used. */
export type StartRefusal =
  | { readonly reason: 'NotUtf8'; readonly subject: FileSubject }
  | {
      readonly reason: 'KubeadmFileNotReadable'
      readonly subject: FileSubject
      readonly findings: readonly Finding[]
      /** Begins with a brace, so it is a single document. */
      readonly isJson: boolean
    }
  | { readonly reason: 'KubeadmRefuses'; readonly subject: FileSubject; readonly problems: readonly ArgsProblem[] }
  /** With the objects that set them, and their places. */
  | { readonly reason: 'FlagsDiffer'; readonly objects: readonly PlacedObject[] }
  | { readonly reason: 'SeveralFilesWithConfiguration'; readonly files: readonly string[] }
  /** `files`: those for kubeadm that have no KubeletConfiguration. */
  | { readonly reason: 'NoConfigFlag'; readonly files: readonly string[] }
  | { readonly reason: 'CommandLineRefused'; readonly problems: readonly FlagProblem[] }

/** The value of a flag with which kubelets of a release refuse the configuration. */
export interface FlagValueRefused {
  readonly reason: 'FlagValueRefused'
  readonly subject: Extract<Subject, { readonly kind: 'Flag' }>
  readonly place: WordPlace
  readonly release: Release
  readonly finding: Finding
}

/** Why kubelets do not start with the flags of a file for kubeadm. */
export type FlagRefusal =
  | Extract<StartRefusal, { readonly reason: 'KubeadmRefuses' }>
  | FlagProblem
  | FlagStopsKubelet
  | FlagValueRefused

export interface PlacedObject {
  readonly subject: FileSubject
  /** Its kind and name. */
  readonly object: string
}

/** Notes on the document of a migration. */
export type MigrationNote =
  | {
      readonly reason: 'FlagReplaced'
      readonly subject: Extract<Subject, { readonly kind: 'Flag' }>
      readonly why: FlagAbsence
    }
  | { readonly reason: 'WriteToFile' }
  | {
      readonly reason: 'WriteToKubeadmFile'
      readonly subject: FileSubject
      /** Files with flags in their kubeletExtraArgs. */
      readonly extraArgsIn: readonly string[]
    }
  | { readonly reason: 'NoExtraArgs'; readonly subject: FileSubject }
  | { readonly reason: 'VariableNotSet'; readonly variable: string; readonly environmentFiles: readonly string[] }
  /** A kubelet without a file has other defaults than one with a file. */
  | { readonly reason: 'DefaultsWithoutFile'; readonly fields: readonly string[] }
