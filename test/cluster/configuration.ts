/** A kubelet configuration in YAML with these fields, also in YAML, in place of its own of the same names. */
export function withFields(text: string, fields: string): string {
  const given = new Set(fields.split('\n').map(nameOf))
  const kept = text
    .trimEnd()
    .split(/\n(?=[^\s-])/)
    .filter((field) => !given.has(nameOf(field)))
  return `${[...kept, fields].join('\n')}\n`
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(':'))
