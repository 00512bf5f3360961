export interface Mutation {
  readonly what: string
  readonly document: unknown
}

type Path = readonly (string | number)[]

/** The same document with one field more, or one less, in each object that it is made of. */
export const mutationsOf = (document: unknown): Mutation[] =>
  objectsIn(document).flatMap((path) => [
    {
      what: `${nameOf(path)} has a field more`,
      document: changed(document, path, (fields) => ({ ...fields, more: 1 })),
    },
    ...Object.keys(at(document, path)).map((key) => ({
      what: `${nameOf(path)} lacks ${key}`,
      document: changed(document, path, ({ [key]: _, ...others }) => others),
    })),
  ])

type Fields = Readonly<Record<string, unknown>>

function objectsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, inner]) => objectsIn(inner, [...path, key]))
  return Array.isArray(value) ? below : [path, ...below]
}

const nameOf = (path: Path): string => (path.length === 0 ? 'the document' : path.join('.'))

const at = (document: unknown, path: Path): Fields =>
  path.reduce((value, key) => (value as Fields)[key] as Fields, document as Fields)

function changed(document: unknown, path: Path, change: (fields: Fields) => Fields): unknown {
  const copy = { whole: structuredClone(document) }
  const whole = ['whole', ...path]
  const parent = at(copy, whole.slice(0, -1)) as Record<string, unknown>
  parent[String(whole.at(-1))] = change(at(copy, whole))
  return copy.whole
}
