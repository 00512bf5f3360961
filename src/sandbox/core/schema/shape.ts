/** Shape of a field: a plain value, an object with known fields, or a list of such objects. */
export type Shape = PlainShape | Fields | readonly [Fields]
export interface Fields {
  readonly [field: string]: Shape
}

export type PlainShape =
  | 'any'
  | 'flag'
  /** A list of objects. */
  | 'list'
  | 'number'
  | 'object'
  | 'text'
  | 'textList'
  /** An object with string values. */
  | 'texts'

/** Requires a shape for every field that client-node declares. */
export type Complete<T> = { readonly [Field in keyof Required<T>]: Shape }
