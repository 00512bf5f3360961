/** Whether a value that somebody may have edited has a form. Fields that the form does not have are refused, too. */
export type Check = (value: unknown) => boolean

type Json = Readonly<Record<string, unknown>>

export const text: Check = (value) => typeof value === 'string'
export const boolean: Check = (value) => typeof value === 'boolean'
export const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const natural: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0

export const equal =
  (wanted: string | number): Check =>
  (value) =>
    value === wanted

export const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.some((name) => name === value)

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

export const mapOf =
  (check: Check): Check =>
  (value) =>
    isJson(value) && Object.values(value).every(check)

/** What a fact has beside its reason is only words for people. */
export const fact: Check = (value) => isJson(value) && typeof value['reason'] === 'string'

export const object = <T extends object>(fields: Readonly<Record<keyof T, Check>>): Check => {
  const checks = new Map(Object.entries<Check>(fields))
  const all = [...checks]
  return (value) =>
    isJson(value) &&
    Object.keys(value).every((name) => checks.has(name)) &&
    all.every(([name, check]) => check(own(value, name)))
}

type Kinds<T extends { readonly kind: string }> = {
  readonly [K in T['kind']]: Readonly<Record<Exclude<keyof Extract<T, { kind: K }>, 'kind'>, Check>>
}

/** Objects that their `kind` tells apart. */
export const union = <T extends { readonly kind: string }>(kinds: Kinds<T>): Check => {
  const forms = new Map<unknown, Check>(
    Object.entries<Readonly<Record<string, Check>>>(kinds).map(([kind, fields]) => [
      kind,
      object({ ...fields, kind: text }),
    ]),
  )
  return (value) => isJson(value) && (forms.get(own(value, 'kind'))?.(value) ?? false)
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (value: Json, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)
