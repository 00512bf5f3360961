import { type Journal, journalVersion } from './journal.ts'

/** A journal as it was written; undefined when anything of it has another form: treat it as damaged. */
export function parseJournal(value: unknown): Journal | undefined {
  return typeof value === 'object' &&
    value !== null &&
    'schemaVersion' in value &&
    value.schemaVersion === journalVersion
    ? (value as Journal)
    : undefined
}
