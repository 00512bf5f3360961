import type { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import { statusOf } from '../../../../src/lib/agent/status/status-of.ts'
import { fail } from '../../../support/schedules/violation.ts'

const lasting: ReadonlySet<string> = new Set(['RescueNotConnected', 'KubeletCrashLoop', 'StateDamaged'])

/** What people read is what runs; and where that is not what is assigned, it says why. */
export function checkStatus(state: State, machine: SimulatedMachine): void {
  const { phase, active, problem, trouble, optOut, drifted } = statusOf(state)
  const runs = machine.kubelet.process?.content ?? ''
  // A kubelet that has not read what another program wrote runs what the node had before.
  const isSaid = active.source === 'local' ? !machine.disk.checkpoints.has(runs) : runs === active.checkpoint
  if (!drifted && !isSaid) fail(`${phase}: says ${active.source}, and runs ${runs}`)
  // What may be so for good; all else was over when the faults were.
  if (trouble !== undefined && !lasting.has(trouble.reason)) fail(`${phase}: still has ${trouble.reason}`)
  switch (phase) {
    case 'Good':
      return
    case 'Idle':
      if (active.source !== 'local') fail(`Idle with ${active.digest}`)
      return
    case 'Held':
    case 'Rejected':
    case 'RolledBack':
      if (problem === undefined) fail(`${phase} without a reason`)
      return
    case 'Frozen':
      if (optOut === undefined) fail('Frozen without an opt-out')
      return
    default:
      fail(`is still ${phase}`)
  }
}
