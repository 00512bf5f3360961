import { Failure } from '../../../message/failure.ts'
import type { JournalReading } from '../../ports/journal.ts'
import { readOwnFile } from './own-file.ts'
import { type Reader, readStateText } from './state-text.ts'

type Found =
  | Exclude<JournalReading, { kind: 'damaged' | 'foreign' }>
  /** Not put aside yet. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'foreign' }

/** What the state file holds. */
export async function readStateFile(path: string, reader: Reader): Promise<Found> {
  try {
    const bytes = await readOwnFile(path)
    return bytes === undefined ? { kind: 'none' } : readStateText(bytes.toString(), reader)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { kind: 'unreadable', because: error.fact }
  }
}
