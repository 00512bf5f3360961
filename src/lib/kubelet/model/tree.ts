/** A place in the source; line and column from 1, columns in characters. */
export interface Position {
  readonly line: number
  readonly column: number
}

export type ScalarKind = 'null' | 'bool' | 'int' | 'float' | 'string'

/** A document as the kubelet's JSON decoder sees it, whatever format it was written in. */
export type Tree = Scalar | List | Mapping

export interface Scalar extends Position {
  readonly type: 'scalar'
  readonly kind: ScalarKind
  /**
   * The characters of a string; otherwise the JSON spelling: `null`, `true`, `16` for YAML's 0x10, `1e2` as in the JSON.
   * YAML's `.nan` and `.inf` become a null with that spelling, if a later key replaces them.
   */
  readonly text: string
  /** A number of YAML that the document spells otherwise: `0x10`, `1_000`. */
  readonly source?: string
  /** A JSON string written with escapes: quantities do not decode them. */
  readonly escaped?: true
}

interface List extends Position {
  readonly type: 'list'
  readonly items: readonly Tree[]
}

export interface Mapping extends Position {
  readonly type: 'map'
  /** In document order, with duplicates; merged keys of YAML are at the position of their `<<`. */
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly key: string
  /** A YAML key that is not a string, and becomes one in JSON. */
  readonly kind?: Exclude<ScalarKind, 'string'>
  /** The place of the key. */
  readonly at: Position
  readonly value: Tree
}

export type Format = 'json' | 'yaml'
