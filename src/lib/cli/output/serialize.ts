export type DataFormat = 'json' | 'yaml'

/** YAML is also safe for readers of YAML 1.1, such as PyYAML. Times and sizes must be strings already; a bigint throws. */
export async function serialize(format: DataFormat, data: unknown): Promise<string> {
  if (format === 'json') return `${JSON.stringify(data, null, 2)}\n`
  const { stringify } = await import('yaml')
  return stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}

/** Objects to pipe into `kubectl apply -f -` or to keep in git: a List, or one YAML document each. */
export async function serializeObjects(format: DataFormat, objects: readonly object[]): Promise<string> {
  if (format === 'json') return serialize('json', { apiVersion: 'v1', kind: 'List', items: objects })
  return (await Promise.all(objects.map((object) => serialize('yaml', object)))).join('---\n')
}

/** For documents one after the other: JSON on one line each, YAML with `---` between them. */
export function serializeNext(): typeof serialize {
  let isFirst = true
  return async (format, data) => {
    const separator = isFirst || format === 'json' ? '' : '---\n'
    isFirst = false
    return format === 'json' ? `${JSON.stringify(data)}\n` : `${separator}${await serialize(format, data)}`
  }
}
