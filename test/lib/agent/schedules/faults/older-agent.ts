import { parseJournal } from '../../../../../src/lib/agent/journal/parse-journal.ts'
import type { Codec } from '../written-journal.ts'

/** An older version of the agent runs for so long. */
export interface Downgrade {
  readonly kind: 'downgrade'
  readonly forMs: number
}

/** Fields that came since, each optional. */
const newer: ReadonlySet<string> = new Set(['heartbeatsSeen', 'podsInDoubt', 'gated', 'lost'])

/** Reads and writes the state as an agent did before these fields: one that it does not know makes the state a damaged one. */
export const olderAgent: Codec = {
  read: (value) => (hasNewer(value) ? undefined : parseJournal(value)),
  text: (journal) => JSON.stringify(journal, (name, value: unknown) => (newer.has(name) ? undefined : value)),
}

const hasNewer = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, inner]) => newer.has(name) || hasNewer(inner))
