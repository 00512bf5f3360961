/** A type of client-node as it looks in JSON: client-node turns times into Date, the API server sends RFC 3339 text. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T
