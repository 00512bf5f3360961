import { holderAt, type Lease } from '../../api/lease.ts'
import type { Fact } from '../../message/fact.ts'
import type { Finding, Severity } from '../../message/findings.ts'
import type { Action } from '../desired/reconcile.ts'
import type { NoopReason } from '../desired/reconcile-messages.ts'
import { orphanedDesiredSizes } from '../reconciler/orphaned-desired-sizes.ts'
import { decide } from '../reconciler/restore-nodes.ts'
import { grouped } from './alike.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { ReconcilerAbsent, ReconcilerActive, type SizeDoctorFact, SizesDrifted, SizesKept } from './doctor-messages.ts'

/** Reasons of the reconciler that are no trouble, or that the state of the balloon shows anyway. */
const quiet: readonly NoopReason['reason'][] = [
  'NoDesiredSize',
  'DesiredSizeReached',
  'ChangedRecently',
  'NotResizableNow',
  'ResizePending',
]

/** What the reconciler would decide about the sizes that are stored, and whether there is one. */
export function ofDesiredSizes({
  buckets,
  sizes,
  names,
  now,
  reconciler: { lease },
}: Pick<ClusterSeen, 'buckets' | 'sizes' | 'names' | 'now' | 'reconciler'>): readonly Finding[] {
  const desiredSizes = new Map((buckets.value ?? []).flatMap((bucket) => [...bucket.desiredSizes]))
  const actions = sizes.flatMap((size) => {
    const stored = desiredSizes.get(size.node.name)
    return stored === undefined ? [] : [{ node: size.node.name, action: decide({ size, stored }, { now }) }]
  })
  const drifted = actions.filter(({ action }) => isDrift(action)).map(({ node }) => node)
  const noops = actions.flatMap(({ action }) => (action.kind === 'noop' ? [action.why] : []))
  return [
    ...(desiredSizes.size === 0 ? [] : [finding('works', SizesKept({ count: desiredSizes.size }))]),
    ...(drifted.length === 0 ? [] : [finding('care', SizesDrifted({ nodes: drifted }))]),
    ...grouped(
      noops.filter(({ reason }) => !quiet.includes(reason)),
      () => 'care',
    ),
    ...orphanedDesiredSizes(buckets.value ?? [], names).map((fact) => finding('care', fact)),
    ...(lease.failure === undefined && desiredSizes.size > 0
      ? [whetherHeld(lease.value, { count: desiredSizes.size, now })]
      : []),
  ]
}

const isDrift = ({ kind, why }: Action): boolean => kind === 'resize' && why.reason === 'SizeRestored'

function whetherHeld(lease: Lease | undefined, { count, now }: { count: number; now: number }): Finding {
  const holder = holderAt(lease, now)
  return holder === undefined
    ? finding('care', ReconcilerAbsent({ count }))
    : finding('works', ReconcilerActive({ holder }))
}

const finding = (severity: Severity, fact: SizeDoctorFact | Fact): Finding => ({ severity, fact })
