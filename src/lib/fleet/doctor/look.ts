import type { ObjectKind } from '../../api/object.ts'
import type { Part } from '../../cluster/ports/access.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import type { Right } from './node-doctor-messages.ts'

/** undefined: that cannot be known. */
export async function policiesMissing(
  cluster: Pick<Cluster, 'objects'>,
  policies: readonly string[],
  limits: Limits,
): Promise<readonly string[] | undefined> {
  const found = await Promise.all(
    policies.map((name) => settle(cluster.objects.read({ ...policyKind, metadata: { name } }, limits))),
  )
  for (const { failure } of found) if (failure?.code === 'interrupted') throw failure
  if (found.some(({ failure }) => failure !== undefined)) return undefined
  return policies.filter((_, index) => found[index]!.value === undefined)
}

const policyKind = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' } as const

export interface Asked extends Right {
  readonly kind: ObjectKind & Part
}

export async function isAllowed({ access }: Pick<Cluster, 'access'>, { kind, ...right }: Asked, limits: Limits) {
  return { ...right, allowed: await access.may(right.verb, kind, limits) }
}
