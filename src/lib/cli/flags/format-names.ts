import type { EvaluateOptions } from '../../jsonpath/evaluate.ts'

/** Formats with a text after an equals sign. */
export const templateNames = ['jsonpath', 'jsonpath-as-json', 'custom-columns'] as const
export const listFormats = ['table', 'wide', 'json', 'yaml', 'name'] as const
export const objectFormats = ['text', 'json', 'yaml', 'name'] as const

/** -o jsonpath=TEMPLATE and the like, parsed. */
export interface TemplateFormat {
  readonly name: 'jsonpath' | 'jsonpath-as-json'
  /** What the template prints for these data. Throws Failure 'usage' when it does not fit them. */
  readonly print: (data: unknown, options: EvaluateOptions) => string
}

/** -o custom-columns=SPEC, parsed. */
export interface ColumnsFormat {
  readonly name: 'custom-columns'
  readonly columns: readonly { readonly header: string; readonly cell: (data: unknown) => string }[]
}

/** --sort-by, parsed. */
export interface Order {
  /** Throws Failure 'usage' when the rows cannot be sorted by that field. */
  readonly sort: <Row>(rows: readonly Row[], dataOf: (row: Row) => unknown) => readonly Row[]
}
