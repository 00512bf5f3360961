import type { Effective } from '../defaults/effective.ts'
import { reserved } from '../startup/reservation.ts'

/** The CPUs that pods cannot use: which ones, or only how many. */
export type ReservedCpus =
  | { readonly set: string; readonly nanos: bigint }
  /** undefined when a quantity cannot be read. */
  | { readonly nanos: bigint | undefined }

/** reservedSystemCPUs replaces the cpu of both reservations (cmd/kubelet/app/server.go, run). */
export function reservedCpus(config: Effective): ReservedCpus {
  const ranges = rangesIn(config.text('reservedSystemCPUs'))
  if (ranges.length === 0) return { nanos: reserved(config, 'cpu') }
  const cpus = ranges.reduce((sum, [first, last]) => sum + last - first + 1n, 0n)
  return { set: ranges.map(([first, last]) => `${first}-${last}`).join(), nanos: cpus * oneCpu }
}

/** Whether the static CPU manager reserves the same CPUs. It reserves whole CPUs. */
export function keepsSameCpus(before: Effective, after: Effective): boolean {
  const [old, current] = [reservedCpus(before), reservedCpus(after)]
  if ('set' in old || 'set' in current) return 'set' in old && 'set' in current && old.set === current.set
  return old.nanos !== undefined && current.nanos !== undefined && whole(old.nanos) === whole(current.nanos)
}

const oneCpu = 1_000_000_000n
const whole = (nanos: bigint): bigint => (nanos + oneCpu - 1n) / oneCpu

type Range = readonly [first: bigint, last: bigint]

/** The ranges of a set of CPUs such as `0-3,8`, sorted and merged. Items that are not ranges are ignored. */
function rangesIn(text: string): readonly Range[] {
  const given = text.split(',').flatMap((item): readonly Range[] => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(item) ?? []
    return first === undefined ? [] : [[BigInt(first), BigInt(last!)]]
  })
  const merged: Range[] = []
  for (const [first, last] of given.toSorted(([a], [b]) => Number(a > b) - Number(a < b))) {
    const open = merged.at(-1)
    if (open === undefined || first > open[1] + 1n) merged.push([first, last])
    else if (last > open[1]) merged[merged.length - 1] = [open[0], last]
  }
  return merged
}
