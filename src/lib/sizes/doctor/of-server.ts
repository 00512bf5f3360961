import type { Finding } from '../../message/findings.ts'
import { type InstallProblem, ServerCannotResize } from '../install/install-messages.ts'
import type { ServerSeen } from './cluster-seen.ts'
import { ServerGateOff, ServerGates, ServerResizes, type SizeDoctorFact } from './doctor-messages.ts'

/** That which discovery shows by pods/resize, and its variants. */
const gate = 'InPlacePodVerticalScaling'

/** Discovery tells whether pods can be resized; gates that may not be read say no more about it. */
export function ofServer({ version, resizes, gates }: ServerSeen): readonly Finding[] {
  const works: SizeDoctorFact = ServerResizes({ version })
  const cannot: InstallProblem = ServerCannotResize({ version })
  return [resizes ? { severity: 'works', fact: works } : { severity: 'error', fact: cannot }, ...ofGates(gates.value)]
}

function ofGates(gates: ReadonlyMap<string, boolean> | undefined): readonly Finding[] {
  const ours = [...(gates ?? [])].filter(([name]) => name.startsWith(gate)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (ours.length === 0) return []
  const named = (wanted: boolean) => ours.filter(([, on]) => on === wanted).map(([name]) => name)
  const fact: SizeDoctorFact = ServerGates({ on: named(true), off: named(false) })
  const off: SizeDoctorFact = ServerGateOff({ gate })
  return gates?.get(gate) === false ? [{ severity: 'error', fact: off }] : [{ severity: 'works', fact }]
}
