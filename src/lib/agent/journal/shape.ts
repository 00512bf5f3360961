import * as v from 'valibot'

/** The form of each field, undefined where JSON may lack it: a new field cannot be forgotten. */
export type Fields<T> = { readonly [K in keyof T]-?: v.GenericSchema<T[K]> }

/** Other fields are refused. */
export const object = <T extends object>(fields: Fields<T>): v.GenericSchema<T> =>
  v.strictObject(fields as v.ObjectEntries) as unknown as v.GenericSchema<T>

export type KindFields<T extends { readonly kind: string }> = Fields<Omit<T, 'kind'>>

type Kinds<T extends { readonly kind: string }> = {
  readonly [K in T['kind']]: KindFields<Extract<T, { readonly kind: K }>>
}

/** Objects that their `kind` tells apart. */
export const union = <T extends { readonly kind: string }>(kinds: Kinds<T>): v.GenericSchema<T> => {
  const options = Object.entries<v.ObjectEntries>(kinds).map(
    ([kind, fields]) => [kind, v.strictObject({ ...fields, kind: v.literal(kind) })] as const,
  )
  return toldApartBy('kind', new Map(options)) as v.GenericSchema<T>
}

/** Only the one form that the value of a field chooses is tried. */
export const toldApartBy = <T>(field: string, options: ReadonlyMap<unknown, v.GenericSchema<T>>): v.GenericSchema<T> =>
  v.lazy((value) => options.get(fieldOf(value, field)) ?? v.never()) as v.GenericSchema<T>

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined
