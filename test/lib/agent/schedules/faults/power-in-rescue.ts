import type { Disk } from '../../../../../src/lib/agent/simulated/disk.ts'
import type { RescueStep } from '../../../../../src/lib/agent/simulated/kubelet.ts'
import type { PowerInRescue } from './fault.ts'

/** What a loss of power in the middle of the rescue leaves of what it did. What it put back is synced before the mark is made. */
export function cutInRescue(disk: Disk, before: Disk, { step, lost }: PowerInRescue): void {
  if (step === 'marked') {
    if (lost.includes('mark')) Object.assign(disk, { mark: before.mark, orders: before.orders })
    return
  }
  if (lost.includes('live')) Object.assign(disk, { live: before.live, ours: before.ours })
  if (lost.includes('state-files')) Object.assign(disk, { stateFile: before.stateFile, aside: before.aside })
}

/** What the rescue has written and synced, but for what a loss of power takes. */
export function writtenByRescue(step: RescueStep, before: Disk, cut: PowerInRescue | undefined): (keyof Disk)[] {
  const lost: ReadonlySet<string> = new Set(cut?.lost ?? [])
  if (step === 'marked') return lost.has('mark') ? [] : ['mark', 'orders']
  return [
    ...(lost.has('live') ? [] : (['live', 'ours'] as const)),
    ...(before.aside === undefined || lost.has('state-files') ? [] : (['stateFile', 'aside'] as const)),
  ]
}
