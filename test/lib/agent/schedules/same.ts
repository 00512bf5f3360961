/** Whether a text says the same of both: there, a field that is undefined is one that is missing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isFields(a) || !isFields(b) || Array.isArray(a) !== Array.isArray(b)) return false
  for (const name of Object.keys(a)) if (!isSame(a[name], b[name])) return false
  for (const name of Object.keys(b)) if (b[name] !== undefined && a[name] === undefined) return false
  return true
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
