/**
 * Paths of what an object does not have as it is wanted. Fields that only the live object has do not count: the API server
 * fills in defaults, and others may add labels.
 */
export function differences(wanted: unknown, live: unknown, path = ''): readonly string[] {
  if (Array.isArray(wanted))
    return Array.isArray(live) && live.length === wanted.length
      ? wanted.flatMap((item, index) => differences(item, live[index], `${path}[${index}]`))
      : [path]
  if (typeof wanted !== 'object' || wanted === null) return wanted === live || isOmitted(wanted, live) ? [] : [path]
  if (typeof live !== 'object' || live === null) return Object.keys(wanted).length === 0 ? [] : [path]
  return Object.entries(wanted).flatMap(([key, value]) =>
    differences(value, (live as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
  )
}

/** Kubernetes does not send most fields that are false. */
const isOmitted = (wanted: unknown, live: unknown): boolean => wanted === false && live === undefined
