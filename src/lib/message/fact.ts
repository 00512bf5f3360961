/** What a fact is about: an object, file, field or flag, named as in Kubernetes and kubectl. */
export type Subject =
  | { readonly kind: 'Node'; readonly name: string }
  /** Any other API object. */
  | { readonly kind: string; readonly name: string; readonly namespace?: string | undefined }
  | {
      readonly kind: 'File'
      readonly name: string
      readonly line?: number | undefined
      readonly column?: number | undefined
    }
  /** A field of a KubeletConfiguration, named as field.Path prints it. */
  | { readonly kind: 'Field'; readonly name: string }
  | { readonly kind: 'Flag'; readonly name: string }
  /** An API server, by its URL. */
  | { readonly kind: 'Server'; readonly name: string }

/**
 * A result, such as a refusal, a warning or the reason for a state. It is data, so that a command, a Node condition, an
 * Event and a log line can each express it in their own form; message() declares the text of each.
 */
export interface Fact {
  /** CamelCase, stable: scripts match on it. */
  readonly reason: string
  readonly subject?: Subject | undefined
}

export type FileSubject = Extract<Subject, { readonly kind: 'File' }>

/** A file, or a place in it. */
export const fileSubject = (name: string, at: Pick<FileSubject, 'line' | 'column'> = {}): FileSubject => ({
  kind: 'File',
  name,
  ...(at.line !== undefined && { line: at.line, column: at.column }),
})

export const nodeSubject = (name: string): Subject => ({ kind: 'Node', name })
