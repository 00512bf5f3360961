import type { Effective } from '../kubelet/defaults/effective.ts'
import { keyPath } from '../kubelet/model/path.ts'
import { reservationFields, reserved } from '../kubelet/startup/reservation.ts'
import { thresholdFor } from '../kubelet/startup/threshold.ts'
import { formatQuantity } from '../quantity/quantity.ts'
import { fieldWith, hostCheck } from './check.ts'
import { countIn, covers, rangesIn } from './cpu-ranges.ts'
import type { HostCheck } from './host-checks.ts'
import type { HostView } from './host-view.ts'
import {
  field,
  HostCapacityExceeded,
  HostCpusNotOnline,
  HostThresholdExceeds,
  type ObstacleFact,
} from './obstacle-messages.ts'

const [billion, set, eviction, soft] = [1_000_000_000n, 'reservedSystemCPUs', 'evictionHard', 'evictionSoft'] as const

/** Resources with the eviction signals whose hard thresholds are reserved, too. */
const signals = { memory: 'memory.available', 'ephemeral-storage': 'nodefs.available' } as const
type Held = keyof typeof signals

/** CPUs and amounts that the host must have (S14). */
export async function capacityChecks(config: Effective, host: HostView): Promise<readonly HostCheck[]> {
  const held = (config.bool('localStorageCapacityIsolation') ? Object.keys(signals) : ['memory']) as readonly Held[]
  return Promise.all([
    ...(config.text(set) === '' ? [] : [hostCheck({ path: set }, () => cpusOnline(config, host))]),
    ...(config.text(set) === '' && asks(config, 'cpu') ? [checkAt(config, 'cpu', () => cpuShort(config, host))] : []),
    ...held
      .filter((name) => asks(config, name) || heldForEviction(config, billion, name) > 0n)
      .map((name) => checkAt(config, name, () => short(config, name, host))),
    ...held.filter((name) => softAmount(config, name) > 0n).map((name) => softCheck(config, name, host)),
  ])
}

function softAmount(config: Effective, resource: Held): bigint {
  const threshold = thresholdFor(config, soft, signals[resource])
  return threshold.kind === 'amount' ? threshold.amount.nanos : 0n
}

/** A share is always less than the capacity (H33). */
function softCheck(config: Effective, resource: Held, host: HostView): Promise<HostCheck> {
  const at = config.keyIn(soft, signals[resource])
  const path = keyPath(soft, signals[resource])
  return hostCheck({ rule: 'H33', path, ...(at !== undefined && { at }) }, async () => {
    const [threshold, capacity] = [softAmount(config, resource), await capacities[resource](host)]
    if (threshold < capacity) return undefined
    const texts = { threshold: inBytes(threshold), capacity: inBytes(capacity) }
    return HostThresholdExceeds({ subject: field(path), resource, ...texts })
  })
}

const inBytes = (nanos: bigint): string => formatQuantity({ nanos, format: 'BinarySI' })

const asks = (config: Effective, resource: string): boolean => (reserved(config, resource) ?? 0n) > 0n

const checkAt = (
  config: Effective,
  resource: string,
  ask: () => Promise<ObstacleFact | undefined>,
): Promise<HostCheck> => hostCheck(placeOf(config, resource), ask)

function placeOf(config: Effective, resource: string): Pick<HostCheck, 'path' | 'at'> {
  const name = fieldOf(config, resource)
  const key = name === eviction ? signals[resource as Held] : resource
  const at = config.keyIn(name, key)
  return at === undefined ? { path: name } : { path: keyPath(name, key), at }
}

const fieldOf = (config: Effective, resource: string): string => {
  const found = reservationFields.some((name) => config.map(name).has(resource))
  return found || resource === 'cpu' ? fieldWith(config, reservationFields, resource) : eviction
}

const onlineCpus = async (host: HostView): Promise<string> => (await host.text('/sys/devices/system/cpu/online')).trim()

async function cpusOnline(config: Effective, host: HostView): Promise<ObstacleFact | undefined> {
  const [cpus, online] = [config.text(set), await onlineCpus(host)]
  if (rangesIn(cpus).every((range) => covers(rangesIn(online), range))) return undefined
  return HostCpusNotOnline({ subject: field(set), cpus, online })
}

async function cpuShort(config: Effective, host: HostView): Promise<ObstacleFact | undefined> {
  const count = countIn(rangesIn(await onlineCpus(host)))
  return exceeded(config, 'cpu', { asked: reserved(config, 'cpu'), capacity: BigInt(count) * billion })
}

/** As GetNodeAllocatableReservation (pkg/kubelet/cm) adds them: the hard eviction threshold counts. */
async function short(config: Effective, resource: Held, host: HostView): Promise<ObstacleFact | undefined> {
  const [asked, capacity] = [reserved(config, resource), await capacities[resource](host)]
  const all = asked === undefined ? undefined : asked + heldForEviction(config, capacity, resource)
  return exceeded(config, resource, { asked: all, capacity })
}

/** Where a kubelet keeps its pods, unless its flag --root-dir says otherwise. */
const rootFolder = '/var/lib/kubelet'

const capacities: Readonly<Record<Held, (host: HostView) => Promise<bigint>>> = {
  memory: (host) => memoryOf(host),
  'ephemeral-storage': async (host) => (await host.capacity(rootFolder)) * billion,
}

/** In billionths of a byte. */
export async function memoryOf(host: HostView): Promise<bigint> {
  const total = /^MemTotal:\s+(\d+) kB$/m.exec(await host.text('/proc/meminfo'))?.[1] ?? '0'
  return BigInt(total) * 1024n * billion
}

export function heldForEviction(config: Effective, capacity: bigint, resource: Held = 'memory'): bigint {
  const threshold = thresholdFor(config, eviction, signals[resource])
  if (threshold.kind === 'amount') return threshold.amount.nanos
  // nan% is no number, and reserves nothing.
  if (threshold.kind === 'flaw' || Number.isNaN(threshold.share)) return 0n
  return BigInt(Math.floor(Number(capacity / billion) * threshold.share)) * billion
}

function exceeded(
  config: Effective,
  resource: string,
  { asked, capacity }: { readonly asked: bigint | undefined; readonly capacity: bigint },
): ObstacleFact | undefined {
  if (asked === undefined || asked <= capacity) return undefined
  const format = resource === 'cpu' ? 'DecimalSI' : 'BinarySI'
  const text = (nanos: bigint): string => formatQuantity({ nanos, format })
  const subject = field(fieldOf(config, resource))
  return HostCapacityExceeded({ subject, resource, reserved: text(asked), capacity: text(capacity) })
}
