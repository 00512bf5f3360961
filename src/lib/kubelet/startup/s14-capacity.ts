import { formatQuantity, type QuantityFormat } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import type { HostNeed } from './host-need.ts'
import { reservationFields, reserved } from './reservation.ts'
import { type Threshold, thresholdFor } from './threshold.ts'

interface Resource {
  readonly name: string
  /** Its eviction signal, whose hard threshold is reserved too. */
  readonly signal?: string
  readonly format: QuantityFormat
  /** The smallest nodes have as much, in billionths: smaller reservations are not reported. */
  readonly usual: bigint
  /** Fields that matter beside what is reserved. */
  readonly reads: readonly string[]
}

const billion = 1_000_000_000n
const eviction = ['evictionHard', 'mergeDefaultEvictionSettings'] as const

/** hardEvictionReservation and validateNodeAllocatable (pkg/kubelet/cm): process IDs are not compared. */
const resources: readonly Resource[] = [
  { name: 'cpu', format: 'DecimalSI', usual: billion, reads: ['reservedSystemCPUs'] },
  {
    name: 'memory',
    signal: 'memory.available',
    format: 'BinarySI',
    usual: 512n * 1024n ** 2n * billion,
    reads: eviction,
  },
  {
    name: 'ephemeral-storage',
    signal: 'nodefs.available',
    format: 'BinarySI',
    usual: 2n * 1024n ** 3n * billion,
    reads: ['localStorageCapacityIsolation', ...eviction],
  },
]

/** What is reserved of a resource must not be more than the node has. */
export const capacityNeeds = resources.map((resource) => ({
  reads: [...resource.reads, ...reservationFields],
  needsOf: (config: Effective) => capacityNeed(config, resource),
}))

function capacityNeed(config: Effective, { name, signal, format, usual }: Resource): readonly HostNeed[] {
  if (name === 'cpu' && config.text('reservedSystemCPUs') !== '') return []
  if (name === 'ephemeral-storage' && !config.bool('localStorageCapacityIsolation')) return []
  const asked = reserved(config, name)
  const threshold = signal === undefined ? none : thresholdFor(config, 'evictionHard', signal)
  const least = asked === undefined ? undefined : capacityFor(asked, threshold)
  if (least === undefined || least <= usual) return []
  const reservations = reservationFields.map((field) => ({ field, key: name }))
  const thresholds = signal === undefined ? [] : [{ field: 'evictionHard', key: signal }]
  const [first, ...others] = [...reservations, ...thresholds].filter(({ field, key }) => config.map(field).has(key))
  if (first === undefined) return []
  const amount = formatQuantity({ nanos: least, format })
  const what = name === 'cpu' ? `CPU${amount.endsWith('m') ? '' : 's'}` : `of ${name}`
  return [
    {
      field: first.field,
      key: first.key,
      need: `the node must have at least ${amount} ${what} (${[first, ...others].map(({ field }) => field).join(', ')})`,
      remedy: "compare with the node's status.capacity",
    },
  ]
}

const none: Threshold = { kind: 'share', share: 0 }

/** The least capacity, in billionths, that holds what is reserved and the threshold; undefined when it is flawed. */
function capacityFor(asked: bigint, threshold: Threshold): bigint | undefined {
  if (threshold.kind === 'flaw') return undefined
  if (threshold.kind === 'amount') return asked + threshold.amount.nanos
  if (asked === 0n) return 0n
  const rest = 1 - threshold.share
  return rest > 0 ? BigInt(Math.ceil(Number(asked / billion) / rest)) * billion + (asked % billion) : asked
}
