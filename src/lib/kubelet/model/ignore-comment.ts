import type { Position } from './tree.ts'

/** A comment `# kubeletcfg:ignore …` in a document. */
export interface IgnoreComment extends Position {
  /** What follows these words: rules, and a reason. */
  readonly text: string
  /** Lines of the file: those of the value that it is about. undefined: all of the document. */
  readonly lines: { readonly first: number; readonly last: number } | undefined
}
