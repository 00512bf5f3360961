/** A copy without the fields that are null: Kubernetes objects omit missing fields, and paths rely on that. */
export function withoutNulls(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutNulls)
  if (typeof data !== 'object' || data === null) return data
  const present = Object.entries(data).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(present.map(([key, value]) => [key, withoutNulls(value)]))
}
