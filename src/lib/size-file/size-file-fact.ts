import type { Fact, FileSubject, Subject } from '../fact.ts'
import type { OutOfRange } from '../sizing/size-fact.ts'

/** What is wrong with a file of sizes; the subject is the place. */
export type SizeFileProblem = { readonly subject: FileSubject } & (
  | { readonly reason: 'SizeFileUnreadable'; readonly text: string }
  | { readonly reason: 'SizeFileHasMore' }
  | { readonly reason: 'NotASizeFile'; readonly field: 'apiVersion' | 'kind'; readonly expected: string }
  | { readonly reason: 'SizeFieldUnknown'; readonly field: string; readonly known: readonly string[] }
  | { readonly reason: 'SizeFieldTwice'; readonly field: string; readonly line: number }
  | { readonly reason: 'SizeFieldMissing'; readonly field: string }
  | {
      readonly reason: 'SizeFieldType'
      readonly field: string
      readonly expected: 'list' | 'mapping' | 'string' | 'quantity'
    }
  | { readonly reason: 'SizeHoldUnknown' }
  | { readonly reason: 'SizeWithoutNode' }
  | { readonly reason: 'SizeNodeAndSelector' }
  | { readonly reason: 'SizeWithoutAmount' }
  | { readonly reason: 'SizeNodeInvalid'; readonly text: string }
  | { readonly reason: 'SizeNodeTwice'; readonly node: string; readonly line: number }
  /** To YAML, the text is this number; to the flags, it is another one. */
  | { readonly reason: 'SizeNumberAmbiguous'; readonly text: string; readonly number: string }
  | { readonly reason: 'SizeRelative'; readonly text: string }
  /** The text is not a size, for a reason of another room. */
  | { readonly reason: 'SizeTextInvalid'; readonly because: Fact }
  | { readonly reason: 'SizeNodeUnknown'; readonly node: string }
  /** Nodes cannot have the size, whatever their pods: the first of them, how many, and what the smallest of them can have. */
  | {
      readonly reason: 'SizeImpossible'
      readonly nodes: readonly string[]
      readonly count: number
      readonly problem: OutOfRange
    }
  /** The selector of another line matches these nodes, too: the first of them, and how many there are. */
  | {
      readonly reason: 'SizeSelectorsOverlap'
      readonly nodes: readonly string[]
      readonly count: number
      readonly line: number
    }
)

export type SizeFileFact =
  | SizeFileProblem
  | { readonly reason: 'SizeFileRefused'; readonly subject: Subject; readonly problems: readonly SizeFileProblem[] }
  /** A selector without a node: a pool that is empty now. */
  | { readonly reason: 'SizeSelectorEmpty'; readonly subject: FileSubject }
