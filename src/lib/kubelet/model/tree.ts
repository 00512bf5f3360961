/** Where something stands in the source; both from 1, columns in characters. */
export interface Position {
  readonly line: number
  readonly column: number
}

export type ScalarKind = 'null' | 'bool' | 'int' | 'float' | 'string'

/** What the kubelet's JSON decoder gets to see, whatever the document was written in. */
export type Tree = Scalar | List | Mapping

export interface Scalar extends Position {
  readonly type: 'scalar'
  readonly kind: ScalarKind
  /**
   * The characters of a string; else the JSON spelling: `null`, `true`, `16` for YAML's 0x10, `1e2` as it stands in JSON.
   * YAML's `.nan` and `.inf` are left as a null with that spelling, where a later key hides them.
   */
  readonly text: string
  /** A JSON string that was spelt with escapes: quantities do not decode them. */
  readonly escaped?: true
}

interface List extends Position {
  readonly type: 'list'
  readonly items: readonly Tree[]
}

export interface Mapping extends Position {
  readonly type: 'map'
  /** In document order, with duplicates; YAML's merged keys stand where their `<<` stood. */
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly key: string
  /** Of a key in YAML that is no string, and becomes one in JSON. */
  readonly kind?: Exclude<ScalarKind, 'string'>
  /** Of the key. */
  readonly at: Position
  readonly value: Tree
}

export type Format = 'json' | 'yaml'
