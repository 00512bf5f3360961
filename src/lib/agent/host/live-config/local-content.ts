import type { FileAttributes } from '../../../machine/synced-write.ts'

/** What is at the path of the live file without us. */
export type LocalContent =
  | { readonly kind: 'file'; readonly sha256: string; readonly attributes: Required<FileAttributes> }
  | { readonly kind: 'absent' }
  /** A link to the node's own file. */
  | { readonly kind: 'link'; readonly target: string }

/** What was written to the live file, and when. */
export interface Written {
  readonly sha256: string
  readonly bootId: string
  readonly uptimeMs: number
}

/** What is remembered of the live file. */
export interface LiveRecord {
  readonly schemaVersion: 1
  /** undefined: nothing was kept aside yet. */
  readonly local: LocalContent | undefined
  /** What is there if nobody else has written: decides when the local content and a document have the same bytes. */
  readonly holds: 'local' | 'document'
  /** When the local content was put back. */
  readonly restored: Omit<Written, 'sha256'> | undefined
  /** Documents, the newest first. One is here before it is in the live file. */
  readonly written: readonly Written[]
}

export const emptyRecord: LiveRecord = {
  schemaVersion: 1,
  local: undefined,
  holds: 'local',
  restored: undefined,
  written: [],
}

/** The live file can only have one of the last few: a trial's, the last known good one, those before. */
const mostWritten = 16

export const withWritten = (record: LiveRecord, written: Written): LiveRecord => ({
  ...record,
  holds: 'document',
  written: [written, ...record.written.filter(({ sha256 }) => sha256 !== written.sha256)].slice(0, mostWritten),
})
