import type { Effective } from '../kubelet/defaults/effective.ts'
import { asInt, asMap, asQuantity, asText, member } from '../kubelet/defaults/values.ts'
import { parseBool } from '../kubelet/grammar/bool.ts'
import { keyPath } from '../kubelet/model/path.ts'
import { reserved } from '../kubelet/startup/reservation.ts'
import { parseThreshold } from '../kubelet/startup/threshold.ts'
import { formatQuantity } from '../quantity/quantity.ts'
import { heldForEviction, memoryOf } from './capacity-checks.ts'
import { hostCheck } from './check.ts'
import { countIn, covers, rangesIn } from './cpu-ranges.ts'
import type { HostCheck } from './host-checks.ts'
import { type HostView, optionalText } from './host-view.ts'
import {
  field,
  HostMemorySumDiffers,
  HostNumaNodesMissing,
  HostSocketsExceedNuma,
  type ObstacleFact,
} from './obstacle-messages.ts'

const [memory, eviction, options, bySocket] = [
  'reservedMemory',
  'evictionHard',
  'cpuManagerPolicyOptions',
  'align-by-socket',
] as const

/** NUMA nodes and sockets of CPUs that the managers of memory and CPUs need (S06, S07). */
export async function topologyChecks(config: Effective, host: HostView): Promise<readonly HostCheck[]> {
  const isStatic = config.text('memoryManagerPolicy') === 'Static'
  const alignment = config.map(options).get(bySocket)
  const alignsBySocket = config.text('cpuManagerPolicy') === 'static' && parseBool(asText(alignment)) === true
  return Promise.all([
    ...(isStatic && config.list(memory).length > 0
      ? [hostCheck({ path: memory, rule: 'S07' }, () => numaMissing(config, host))]
      : []),
    ...(isStatic && dependsOnMemory(config)
      ? [hostCheck({ path: eviction, rule: 'S07' }, () => otherSum(config, host))]
      : []),
    ...(alignsBySocket && alignment !== undefined
      ? [hostCheck({ path: keyPath(options, bySocket), at: alignment, rule: 'S06' }, () => tooManySockets(host))]
      : []),
  ])
}

/** A kernel without NUMA has no such folder, and one node. */
const numaNodes = async (host: HostView): Promise<string> =>
  ((await optionalText(host, '/sys/devices/system/node/online')) ?? '0').trim()

async function numaMissing(config: Effective, host: HostView): Promise<ObstacleFact | undefined> {
  const online = await numaNodes(host)
  const wanted = [...new Set(config.list(memory).map((item) => Number(asInt(member(item, 'numaNode')))))]
  const missing = wanted.filter((node) => !covers(rangesIn(online), [node, node]))
  if (missing.length === 0) return undefined
  return HostNumaNodesMissing({ subject: field(memory), nodes: missing.map(String), online })
}

const dependsOnMemory = (config: Effective): boolean =>
  reserved(config, 'memory') !== undefined &&
  parseThreshold(asText(config.map(eviction).get('memory.available'))).kind === 'share'

/** pkg/kubelet/cm/memorymanager: both sums must be equal, to the byte. */
async function otherSum(config: Effective, host: HostView): Promise<ObstacleFact | undefined> {
  const items = config.list(memory).flatMap((item) => [...asMap(member(item, 'limits'))])
  const has = items.reduce((sum, [name, value]) => sum + (name === 'memory' ? asQuantity(value).nanos : 0n), 0n)
  const wanted = (reserved(config, 'memory') ?? 0n) + heldForEviction(config, await memoryOf(host))
  if (has === wanted) return undefined
  const text = (nanos: bigint): string => formatQuantity({ nanos, format: 'BinarySI' })
  return HostMemorySumDiffers({ subject: field(eviction), reservedMemory: text(has), sum: text(wanted) })
}

async function tooManySockets(host: HostView): Promise<ObstacleFact | undefined> {
  const cpus = rangesIn((await host.text('/sys/devices/system/cpu/online')).trim())
  const numbers = cpus.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
  const ids = await Promise.all(
    numbers.map((cpu) => host.text(`/sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`)),
  )
  const [sockets, nodes] = [new Set(ids).size, countIn(rangesIn(await numaNodes(host)))]
  if (sockets <= nodes) return undefined
  return HostSocketsExceedNuma({ subject: field(keyPath(options, bySocket)), sockets, nodes })
}
