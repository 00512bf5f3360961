/** A parsed template: text, expressions and ranges. */
export interface Template {
  /** As it was typed. */
  readonly source: string
  readonly parts: readonly TemplatePart[]
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly steps: Path }
  /** Its parts are printed for each result of the path. */
  | { readonly kind: 'range'; readonly steps: Path; readonly parts: readonly TemplatePart[] }

/** Each step is applied to the results of the one before it. */
export type Path = readonly Step[]

export type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'every' }
  | { readonly kind: 'slice'; readonly slice: Slice }
  /** Every value at any depth that contains others. */
  | { readonly kind: 'descend' }
  | { readonly kind: 'union'; readonly paths: readonly Path[] }
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'literal'; readonly value: Scalar }

export type Scalar = string | number | boolean

/** `[index]`, or `[from:to:step]`. */
export type Slice =
  | { readonly index: number }
  | { readonly from?: number | undefined; readonly to?: number | undefined; readonly step: number }

export const operators = ['==', '!=', '<=', '>=', '<', '>'] as const
export type Operator = (typeof operators)[number]

export type Filter =
  /** The path has a result. */
  { readonly exists: Path } | { readonly left: Path; readonly operator: Operator; readonly right: Path }
