import { formatQuantity, parseQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { reserved } from '../startup/reservation.ts'
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

/** By resource, as a Node has it. */
type Allocatable = Readonly<Record<string, string>>

/** What a node offers to pods after the change: of cpu and memory, as far as it can be computed. */
export function allocatableAfter(now: Allocatable, before: Effective, after: Effective): Allocatable {
  const lessCpu = difference(reservedCpus(before).nanos, reservedCpus(after).nanos)
  const lessMemory = difference(withheldMemory(before), withheldMemory(after))
  return { ...lowered('cpu', now, lessCpu), ...lowered('memory', now, lessMemory) }
}

function lowered(resource: string, now: Allocatable, by: bigint | undefined): Allocatable {
  const offered = parseQuantity(now[resource] ?? '')
  if (offered === undefined || by === undefined) return {}
  const left = offered.nanos - by
  return { [resource]: formatQuantity({ ...offered, nanos: left > 0n ? left : 0n }) }
}

/** undefined when a share of the capacity is withheld. */
function withheldMemory(config: Effective): bigint | undefined {
  const threshold = parseQuantity(asText(config.map('evictionHard').get('memory.available')))
  const memory = reserved(config, 'memory')
  return threshold === undefined || memory === undefined ? undefined : threshold.nanos + memory
}

const difference = (before: bigint | undefined, after: bigint | undefined): bigint | undefined =>
  before === undefined || after === undefined ? undefined : after - before
