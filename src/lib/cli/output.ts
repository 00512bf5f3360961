export type DataFormat = 'json' | 'yaml'

/** YAML is safe for readers of 1.1, such as PyYAML. Instants and sizes are text already; a bigint here is a bug and throws. */
export async function serialize(format: DataFormat, data: unknown): Promise<string> {
  if (format === 'json') return `${JSON.stringify(data, null, 2)}\n`
  const { stringify } = await import('yaml')
  return stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}

/** Ages as kubectl prints them: two units at most, the second only where it matters. */
export function age(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000))
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)]
  if (Number.isNaN(seconds)) return '<unknown>'
  if (seconds < 120) return `${seconds}s`
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`
  if (minutes < 180) return `${minutes}m`
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`
  if (hours < 48) return `${hours}h`
  if (days < 8) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`
  return days < 730 ? `${days}d` : `${Math.floor(days / 365)}y${days % 365}d`
}

/** Objects to pipe into `kubectl apply -f -` or to keep in git: a List, or one YAML document each. */
export async function serializeObjects(format: DataFormat, objects: readonly object[]): Promise<string> {
  if (format === 'json') return serialize('json', { apiVersion: 'v1', kind: 'List', items: objects })
  return (await Promise.all(objects.map((object) => serialize('yaml', object)))).join('---\n')
}
