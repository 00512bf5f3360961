import type { Finding } from './finding.ts'
import type { IgnoreComment } from './ignore-comment.ts'
import type { Format, Tree } from './tree.ts'

/** The outcome of reading bytes: a tree with findings that are only warnings, or the findings that prevent one. */
export type Reading =
  | {
      readonly outcome: 'tree'
      readonly format: Format
      readonly tree: Tree
      readonly findings: readonly Finding[]
      /** In the order of the document; absent: none. */
      readonly ignores?: readonly IgnoreComment[]
    }
  | { readonly outcome: 'unreadable'; readonly findings: readonly Finding[] }
