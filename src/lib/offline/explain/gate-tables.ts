import type { GateDifference } from '../../kubelet/gates/changes.ts'
import type { View } from '../../output/view.ts'
import { byUrgency, describeDifference, describeState, differenceData, gateData, toneOfDifference } from './gates.ts'
import type { NamedGate } from './list-gates.ts'

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
  name: ({ name }) => name,
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
  name: ({ name }) => name,
}
