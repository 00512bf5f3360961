import type { Lease } from '../../api/lease.ts'
import type { ObjectBody } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { reconciler } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Outcome, unlessRefused } from '../../ports/outcomes.ts'
import { reconcilerLimits } from '../manifests/reconciler-manifests.ts'
import type { OpenCluster } from '../ports/cluster.ts'

/** What a cluster has of the reconciler, which `nodesize manifests` prints and install does not know. */
export interface ReconcilerSeen {
  /** That of the ServiceAccount that has the rights; undefined: none has. */
  readonly bound: Outcome<string | undefined>
  /** One that is held, if there is one. */
  readonly lease: Outcome<Lease | undefined>
  /** A reconciler that was run by hand has left its Lease in this namespace: nobody holds it. */
  readonly leftIn: string | undefined
  /** What limits these rights, and what is there of it. Only where somebody has them. */
  readonly limits: readonly { readonly wanted: ObjectBody; readonly live: Outcome<ObjectBody | undefined> }[]
}

type Seen = Pick<OpenCluster, 'objects' | 'balloons' | 'leasesIn'>

export async function readReconciler(cluster: Seen, limits: Limits): Promise<ReconcilerSeen> {
  const { namespace: balloons } = cluster.balloons
  const metadata = { name: reconciler.name }
  const kind = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding' } as const
  const binding = await unlessRefused(cluster.objects.read({ ...kind, metadata }, limits))
  const namespace = binding.value && accountIn(binding.value)
  const wanted = namespace === undefined ? [] : reconcilerLimits({ namespace, balloons })
  const leaseIn = (one: string) => unlessRefused(cluster.leasesIn(one).read(reconciler.name, limits))
  const places = namespace === undefined || namespace === balloons ? [balloons] : [balloons, namespace]
  const [[byHand, own], live] = await concurrently([
    concurrently(places.map(leaseIn)),
    concurrently(wanted.map((object) => unlessRefused(cluster.objects.read(object, limits)))),
  ])
  return {
    bound: binding.failure === undefined ? { value: namespace } : binding,
    lease: own === undefined || isHeld(byHand) ? byHand! : own,
    leftIn: namespace !== balloons && byHand?.value !== undefined && !isHeld(byHand) ? balloons : undefined,
    limits: wanted.map((object, i) => ({ wanted: object, live: live[i]! })),
  }
}

const isHeld = (lease: Outcome<Lease | undefined> | undefined): boolean =>
  (lease?.value?.spec?.holderIdentity ?? '') !== ''

interface Subject {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

const accountIn = (binding: ObjectBody): string | undefined =>
  ((binding['subjects'] ?? []) as readonly Subject[]).find(
    ({ kind, name }) => kind === 'ServiceAccount' && name === reconciler.name,
  )?.namespace
