/** A copy without the fields that are null: Kubernetes omits what does not exist, and paths are written for that. */
export function withoutNulls(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutNulls)
  if (typeof data !== 'object' || data === null) return data
  const present = Object.entries(data).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(present.map(([key, value]) => [key, withoutNulls(value)]))
}
