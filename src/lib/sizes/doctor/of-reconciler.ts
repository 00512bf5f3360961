import type { Finding } from '../../message/findings.ts'
import { type InstallFact, LeaseLeft } from '../install/install-messages.ts'
import { subjectOf } from '../install/preflight.ts'
import type { ReconcilerSeen } from '../install/reconciler-seen.ts'
import { differences } from './differences.ts'
import { ReconcilerLimited, ReconcilerNotLimited, type SizeDoctorFact } from './doctor-messages.ts'

/** Whether policies limit the rights of the reconciler. Where nobody has these, there is nothing to say. */
export const ofReconciler = (seen: ReconcilerSeen): readonly Finding[] => [...ofLimits(seen), ...ofLease(seen)]

/** It does no harm. */
function ofLease({ leftIn }: ReconcilerSeen): readonly Finding[] {
  if (leftIn === undefined) return []
  const fact: InstallFact = LeaseLeft({ namespace: leftIn })
  return [{ severity: 'works', fact }]
}

function ofLimits({ bound: { value: namespace }, limits }: ReconcilerSeen): readonly Finding[] {
  if (namespace === undefined) return []
  const seen = limits.filter(({ live }) => live.failure === undefined)
  const wrong = seen.flatMap(({ wanted, live }): SizeDoctorFact[] => {
    const subject = subjectOf(wanted)
    if (live.value === undefined) return [ReconcilerNotLimited({ subject, fields: [] })]
    const fields = differences(wanted, live.value)
    return fields.length === 0 ? [] : [ReconcilerNotLimited({ subject, fields })]
  })
  if (wrong.length > 0) return wrong.map((fact) => ({ severity: 'error', fact }))
  const fact: SizeDoctorFact = ReconcilerLimited({ namespace })
  return seen.length === 0 ? [] : [{ severity: 'works', fact }]
}
