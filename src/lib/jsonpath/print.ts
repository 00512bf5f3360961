/** The results of a template as kubectl prints them: those of one part with a space between them. */
export const asText = (results: readonly (readonly unknown[])[]): string =>
  results.map((part) => part.map(textOf).join(' ')).join('')

/** A JSON array for each part. */
export const asJson = (results: readonly (readonly unknown[])[]): string =>
  results.map((part) => `${JSON.stringify(part, sortKeys, 4)}\n`).join('')

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value, sortKeys) : String(value))

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(byKey))
    : value

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => (one < other ? -1 : 1)

/** The values of one cell of custom-columns, in Go's notation for maps and arrays. */
export const cellOf = (values: readonly unknown[]): string =>
  values.length === 0 ? '<none>' : values.map(goText).join(',')

function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).toSorted(byKey)
  return `map[${entries.map(([key, each]) => `${key}:${goText(each)}`).join(' ')}]`
}
