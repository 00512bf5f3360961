/** Why a template cannot be parsed. */
export type SyntaxProblem =
  | 'EmptyTemplate'
  | 'NoExpression'
  | 'UnclosedBrace'
  | 'UnclosedBracket'
  | 'UnclosedFilter'
  | 'UnclosedQuote'
  | 'UnknownEscape'
  | 'UnexpectedCharacter'
  | 'UnknownWord'
  | 'NotANumber'
  | 'NotAnIndex'
  | 'ZeroStep'
  | 'SeveralComparisons'
  | 'UnknownOperator'
  | 'RepeatedDescent'
  | 'EndWithoutRange'
  | 'NotAPath'

/** Why a template cannot be applied to the data. */
export type DataProblem =
  | { readonly problem: 'IndexOutOfRange'; readonly index: number; readonly length: number }
  | { readonly problem: 'SliceOutOfRange'; readonly from: number; readonly to: number; readonly length: number }
  /** Only arrays have elements. */
  | { readonly problem: 'NotAnArray'; readonly found: string }
  /** Each side of a comparison must have one value. */
  | { readonly problem: 'SeveralValues'; readonly count: number }
  | { readonly problem: 'NotComparable'; readonly left: string; readonly right: string }
  | { readonly problem: 'FieldMissing'; readonly field: string }

export type JSONPathFact =
  | {
      readonly reason: 'JSONPathInvalid'
      readonly template: string
      readonly problem: SyntaxProblem
      /** In the template, from 1. */
      readonly position: number
      /** The part of the template that is at fault; it begins there. */
      readonly part: string
    }
  | ({ readonly reason: 'JSONPathNotApplicable'; readonly template: string } & DataProblem)
  /** No object has a value to sort by. */
  | { readonly reason: 'SortFieldMissing'; readonly path: string }
  | { readonly reason: 'NotSortable'; readonly path: string; readonly left: string; readonly right: string }
