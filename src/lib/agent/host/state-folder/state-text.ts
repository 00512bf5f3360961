import { sha256 } from '../../../machine/sha256.ts'
import type { JournalReading, JournalState } from '../../ports/journal.ts'

/** `machine`: a hash of the machine-id; undefined where there is none. */
interface Envelope {
  readonly schemaVersion: number
  readonly machine?: string | undefined
  /** Of the state as JSON. */
  readonly sha256: string
  readonly state: JournalState
}

/** The text of the state file. */
export function stateText(state: JournalState, machine: string | undefined): string {
  const envelope: Envelope = {
    schemaVersion: state.schemaVersion,
    machine,
    sha256: sha256(JSON.stringify(state)),
    state,
  }
  return JSON.stringify(envelope)
}

export interface Reader {
  readonly machine: string | undefined
  /** The newest version that this program understands. */
  readonly newest: number
}

/** What a state file holds; the caller puts aside what is damaged or foreign. */
export function readStateText(
  text: string,
  { machine, newest }: Reader,
): Extract<JournalReading, { kind: 'state' | 'newer' }> | { readonly kind: 'damaged' | 'foreign' } {
  const envelope = parsed(text)
  const { schemaVersion, state } = envelope
  if (!Number.isInteger(schemaVersion) || schemaVersion! < 1) return { kind: 'damaged' }
  // Only the version keeps its place and meaning in newer files: nothing else of them can be verified.
  if (schemaVersion! > newest) return { kind: 'newer', schemaVersion: schemaVersion! }
  if (state === undefined || envelope.sha256 !== sha256(JSON.stringify(state))) return { kind: 'damaged' }
  if (state.schemaVersion !== schemaVersion) return { kind: 'damaged' }
  // A machine-id that cannot be read for once is no other machine.
  const known = envelope.machine !== undefined && machine !== undefined
  return known && envelope.machine !== machine ? { kind: 'foreign' } : { kind: 'state', state }
}

function parsed(text: string): Partial<Envelope> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
