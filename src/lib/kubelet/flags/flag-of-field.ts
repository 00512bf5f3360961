import { flags } from './data/flags.ts'

const byField = new Map(flags.flatMap(({ name, field }) => (field === undefined ? [] : [[field, name] as const])))

/** The flag that sets a field or an entry of it, without dashes; undefined when no flag does. */
export const flagOfField = (path: string): string | undefined =>
  byField.get(path) ?? byField.get(path.replace(/\[.*$/s, ''))
