const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y

/**
 * One record of comma-separated values (RFC 4180, as Go's encoding/csv reads it); undefined when a quote is misplaced.
 */
export function parseCsv(text: string): readonly string[] | undefined {
  if (text === '') return []
  const values: string[] = []
  field.lastIndex = 0
  for (let separator: string | undefined = ','; separator === ','; ) {
    const match = field.exec(text)
    if (match === null) return undefined
    const [, quoted, plain = ''] = match
    values.push(quoted?.replaceAll('""', '"') ?? plain)
    separator = match[3]
  }
  return values
}
