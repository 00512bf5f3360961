import { parseQuantity } from '../../../quantity/quantity.ts'
import type { Effective } from '../../defaults/effective.ts'
import { reserved } from '../../startup/reservation.ts'
import { type Threshold, thresholdFor } from '../../startup/threshold.ts'
import { reservedCpus } from '../reserved-cpus.ts'
import type { Offer } from './admission.ts'
import type { NodeEvidence, RoomResource } from './evidence.ts'

/** In the unit of a quantity. */
export type Capacity = Readonly<Record<string, string>>

const unit: Readonly<Record<RoomResource, bigint>> = {
  cpu: 1_000_000n,
  memory: 1_000_000_000n,
  storage: 1_000_000_000n,
}
const names: Readonly<Record<RoomResource, string>> = { cpu: 'cpu', memory: 'memory', storage: 'ephemeral-storage' }

/** What cannot be computed: a value that is not known, or does not parse. */
export type OfferOrUnknown = { readonly offer: Offer; readonly unknown: readonly string[] }

/**
 * What the node offers after a change, of each resource of which it offers less. As the kubelet computes it
 * (pkg/kubelet/cm/node_container_manager_linux.go, GetNodeAllocatableReservation): flags that win on both sides cancel out.
 */
export function offerAfter(before: Effective, after: Effective, evidence: NodeEvidence): OfferOrUnknown {
  const entries = (Object.keys(unit) as RoomResource[]).map((resource) => {
    const [old, current] = [before, after].map((config) => withheld(config, resource, evidence.capacity))
    if (old === current && old !== undefined) return [resource, undefined] as const
    const now = amountIn(evidence.allocatable, resource)
    if (old === undefined || current === undefined || now === undefined) return [resource, 'unknown'] as const
    if (current <= old) return [resource, undefined] as const
    return [resource, floorTo(now - (current - old), resource)] as const
  })
  const pods = podsAfter(before, after, evidence.capacity)
  return {
    offer: {
      ...Object.fromEntries(entries.filter(([, amount]) => amount !== 'unknown')),
      pods: pods === 'unknown' ? undefined : pods,
      ...(loses(before, after, 'localStorageCapacityIsolation') && { storage: 0n }),
    },
    unknown: [
      ...entries.flatMap(([resource, amount]) => (amount === 'unknown' ? [names[resource]] : [])),
      ...(pods === 'unknown' ? ['pods'] : []),
    ],
  }
}

export const loses = (before: Effective, after: Effective, field: string): boolean =>
  before.bool(field) && !after.bool(field)

const floorTo = (nanos: bigint, resource: RoomResource): bigint => (nanos <= 0n ? 0n : nanos / unit[resource])

const amountIn = (quantities: Capacity, resource: RoomResource): bigint | undefined =>
  parseQuantity(quantities[names[resource]] ?? '')?.nanos

const signals = { memory: 'memory.available', storage: 'nodefs.available' } as const

/** In billionths; undefined: not known. */
function withheld(config: Effective, resource: RoomResource, capacity: Capacity): bigint | undefined {
  if (resource === 'cpu') return reservedCpus(config).nanos
  if (resource === 'storage' && !config.bool('localStorageCapacityIsolation')) return 0n
  const amount = reserved(config, names[resource])
  const threshold = nanosOf(thresholdFor(config, 'evictionHard', signals[resource]), amountIn(capacity, resource))
  return amount === undefined || threshold === undefined ? undefined : amount + threshold
}

/** Of a share, whole units (pkg/kubelet/eviction/api, GetThresholdQuantity). */
export function nanosOf(threshold: Threshold, capacity: bigint | undefined): bigint | undefined {
  switch (threshold.kind) {
    case 'amount':
      return threshold.amount.nanos
    case 'share':
      if (capacity === undefined) return undefined
      return BigInt(Math.trunc(Number(capacity / billion) * threshold.share)) * billion
    case 'flaw':
      return undefined
  }
}

const billion = 1_000_000_000n

/** pkg/kubelet/nodestatus/setters.go, MachineInfo: podsPerCore times the CPUs of the machine, if that is less. */
function podsAfter(before: Effective, after: Effective, capacity: Capacity): bigint | 'unknown' | undefined {
  const cores = amountIn(capacity, 'cpu')
  const [old, current] = [before, after].map((config) =>
    mostPods(config, cores === undefined ? undefined : cores / billion),
  )
  if (old !== undefined && current !== undefined) return current < old ? current : undefined
  const fields = ['maxPods', 'podsPerCore']
  return fields.every((field) => before.int(field) === after.int(field)) ? undefined : 'unknown'
}

function mostPods(config: Effective, cores: bigint | undefined): bigint | undefined {
  const [most, perCore] = [config.int('maxPods'), config.int('podsPerCore')]
  if (perCore <= 0n) return most
  if (cores === undefined) return undefined
  return smaller(perCore * cores, most)
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)
