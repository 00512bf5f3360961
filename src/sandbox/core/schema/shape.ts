/** What a field holds: a plain thing, or something whose fields are known, alone or in a list. */
export type Shape = PlainShape | Fields | readonly [Fields]
export interface Fields {
  readonly [field: string]: Shape
}

export type PlainShape =
  | 'any'
  | 'flag'
  /** Of objects. */
  | 'list'
  | 'number'
  | 'object'
  | 'text'
  | 'textList'
  /** An object whose values are texts. */
  | 'texts'

/** The compiler sees to it that none of client-node's fields is forgotten. */
export type Complete<T> = { readonly [Field in keyof Required<T>]: Shape }
