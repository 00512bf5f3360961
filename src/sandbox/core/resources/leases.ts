import { canonicalMicroTime } from '../model/micro-time.ts'
import type { Lease } from '../model/object.ts'
import { type FieldProblem, forbidden, invalidValue } from '../model/refusal.ts'
import type { Strategy } from '../model/strategy.ts'

/** Rules of pkg/registry/coordination/lease and pkg/apis/coordination/validation. */
export const leaseStrategy: Partial<Strategy> = {
  defaults(object) {
    const { spec = {}, ...lease } = object as Lease
    const { acquireTime, renewTime } = spec
    return {
      ...lease,
      spec: {
        ...spec,
        ...(acquireTime !== undefined && { acquireTime: canonicalMicroTime(acquireTime) }),
        ...(renewTime !== undefined && { renewTime: canonicalMicroTime(renewTime) }),
      },
    } as Lease
  },
  validate: (object) => problemsOf((object as Lease).spec ?? {}),
}

function problemsOf({ leaseDurationSeconds, leaseTransitions, preferredHolder, strategy }: LeaseSpec): FieldProblem[] {
  return [
    ...(leaseDurationSeconds === undefined || leaseDurationSeconds > 0
      ? []
      : [invalidValue('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0')]),
    ...(leaseTransitions === undefined || leaseTransitions >= 0
      ? []
      : [invalidValue('spec.leaseTransitions', leaseTransitions, 'must be greater than or equal to 0')]),
    ...(preferredHolder && !strategy
      ? [forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')]
      : []),
  ]
}

type LeaseSpec = NonNullable<Lease['spec']>
