/** What a kubelet says of a document; program/judge.go writes it. */
export interface Verdict {
  readonly valid: boolean
  /** Where an invalid document fell; a crash is a panic that means no error. */
  readonly stage?: 'decode' | 'gates' | 'rules' | 'crash'
  readonly errors: readonly Problem[]
  /** Findings of the strict decoder. None when a gate stopped the kubelet while it decoded (1.32+). */
  readonly strict: readonly string[]
  /** Why the kubelet exits although the document is valid, by start-up check; of some releases this is not judged (kubelets.ts). */
  readonly startUp: readonly Problem[]
  /** JSON of the document with its defaults, when it decodes. */
  readonly defaulted?: string
}

interface Problem {
  /** A start-up check, or the type of a field.Error. */
  readonly type?: string
  readonly field?: string
  readonly message: string
}

/** Relative paths in a document are joined to the directory of its file, which is this one. */
export const directory = '/proc/self/fd'
