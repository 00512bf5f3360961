import type { NamedGate } from '../flows/files/list-gates.ts'
import type { GateDifference } from '../kubelet/gates/changes.ts'
import type { Column } from './column.ts'
import { byUrgency, describeDifference, describeState, differenceData, gateData, toneOfDifference } from './gates.ts'

/** Gates as a table and as data. */
export interface View<Row> {
  readonly kind: string
  readonly columns: readonly Column<Row>[]
  /** Only with -o wide. */
  readonly wide: readonly Column<Row>[]
  /** The order in the table; that of the rows when absent. */
  readonly sorted?: (rows: readonly Row[]) => readonly Row[]
  readonly data: (row: Row) => Record<string, unknown>
}

export const gateStates: View<NamedGate> = {
  kind: 'GateList',
  columns: [
    { header: 'NAME', value: ({ name }) => name },
    { header: 'DEFAULT', value: ({ on }) => (on ? 'on' : 'off') },
    { header: 'STAGE', value: ({ stage }) => stage },
    { header: 'LOCKED', value: ({ locked }) => (locked ? 'yes' : '-') },
  ],
  wide: [{ header: 'NEEDS', value: ({ needs }) => needs.join(',') || '-' }],
  data: gateData,
}
export const gateChanges: View<GateDifference> = {
  kind: 'GateChangeList',
  columns: [
    { header: 'NAME', value: ({ name }) => name },
    { header: 'CHANGE', value: describeDifference, tone: toneOfDifference },
  ],
  wide: [
    { header: 'BEFORE', value: ({ before }) => describeState(before) },
    { header: 'AFTER', value: ({ after }) => describeState(after) },
  ],
  sorted: byUrgency,
  data: differenceData,
}
