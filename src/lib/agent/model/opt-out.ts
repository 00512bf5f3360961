/** What an opt-out means: keep what runs, or return to the node's own files. */
export type OptOutMode = 'freeze' | 'local'

/** An opt-out in force. That of the node's own file wins over the annotation of the Node. */
export interface OptOut {
  readonly by: 'file' | 'annotation'
  readonly mode: OptOutMode
}
