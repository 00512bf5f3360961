import type { Effective } from '../kubelet/defaults/effective.ts'
import { reserved } from '../kubelet/startup/reservation.ts'
import { mayBe } from './direction.ts'
import { reservedCpus } from './reserved-cpus.ts'

/**
 * Whether pods may have less cpu or memory after the change. The kubelet subtracts both reservations and the hard
 * eviction threshold (pkg/kubelet/cm/node_container_manager_linux.go, GetNodeAllocatableReservation).
 */
export function lowersAllocatable(before: Effective, after: Effective): boolean {
  const [from, to] = [before, after].map((config) => config.map('evictionHard').get('memory.available'))
  return (
    isMore(reservedCpus(before).nanos, reservedCpus(after).nanos) ||
    isMore(reserved(before, 'memory'), reserved(after, 'memory')) ||
    (to !== undefined && mayBe({ when: 'raised' }, from, to))
  )
}

/** True when the values differ and cannot be compared. */
const isMore = (before: bigint | undefined, after: bigint | undefined): boolean =>
  before === undefined || after === undefined ? before !== after : after > before
