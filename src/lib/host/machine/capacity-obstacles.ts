import type { Effective } from '../../kubelet/defaults/effective.ts'
import { asText } from '../../kubelet/defaults/values.ts'
import { reserved } from '../../kubelet/startup/reservation.ts'
import { isOff, parseThreshold } from '../../kubelet/startup/threshold.ts'
import { formatQuantity, type QuantityFormat } from '../../quantity/quantity.ts'
import type { HostRoot } from './host-root.ts'
import { field, type ObstacleFact } from './obstacle-fact.ts'

/** CPUs and amounts that the host does not have (S14). */
export async function capacityObstacles(config: Effective, host: HostRoot): Promise<readonly ObstacleFact[]> {
  const online = (await host.text('/sys/devices/system/cpu/online'))?.trim()
  const memory = /^MemTotal:\s+(\d+) kB$/m.exec((await host.text('/proc/meminfo')) ?? '')?.[1]
  return [
    ...(online === undefined ? [] : cpus(config, online)),
    ...(memory === undefined ? [] : memoryShort(config, BigInt(memory) * 1024n * billion)),
  ]
}

const billion = 1_000_000_000n

function cpus(config: Effective, online: string): readonly ObstacleFact[] {
  const set = config.text('reservedSystemCPUs')
  const available = rangesIn(online)
  if (set !== '') {
    const isOnline = rangesIn(set).every(([first, last]) => covers(available, first, last))
    return isOnline ? [] : [{ reason: 'HostCpusNotOnline', subject: field('reservedSystemCPUs'), cpus: set, online }]
  }
  const count = available.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return exceeded('cpu', reserved(config, 'cpu'), BigInt(count) * billion, 'DecimalSI')
}

/** As GetNodeAllocatableReservation (pkg/kubelet/cm) adds them: the hard eviction threshold counts. */
function memoryShort(config: Effective, capacity: bigint): readonly ObstacleFact[] {
  const asked = reserved(config, 'memory')
  return exceeded(
    'memory',
    asked === undefined ? undefined : asked + heldForEviction(config, capacity),
    capacity,
    'BinarySI',
  )
}

function heldForEviction(config: Effective, capacity: bigint): bigint {
  const value = asText(config.map('evictionHard').get('memory.available'))
  const threshold = parseThreshold(value === '' || isOff(value) ? '0' : value)
  if (threshold.kind === 'share') return BigInt(Math.floor(Number(capacity) * threshold.share))
  return threshold.kind === 'amount' ? threshold.amount.nanos : 0n
}

function exceeded(
  resource: string,
  asked: bigint | undefined,
  capacity: bigint,
  format: QuantityFormat,
): readonly ObstacleFact[] {
  if (asked === undefined || asked <= capacity) return []
  const text = (nanos: bigint): string => formatQuantity({ nanos, format })
  const subject = field('kubeReserved')
  return [{ reason: 'HostCapacityExceeded', subject, resource, reserved: text(asked), capacity: text(capacity) }]
}

type Range = readonly [first: number, last: number]

/** Of a set of CPUs such as `0-3,8`; the rules of the document refuse other text. */
const rangesIn = (text: string): readonly Range[] =>
  text.split(',').flatMap((item): readonly Range[] => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(item) ?? []
    return first === undefined ? [] : [[Number(first), Number(last)]]
  })

/** The kernel merges neighbours: a range that is online is within one range. */
const covers = (ranges: readonly Range[], first: number, last: number): boolean =>
  ranges.some(([from, to]) => from <= first && last <= to)
