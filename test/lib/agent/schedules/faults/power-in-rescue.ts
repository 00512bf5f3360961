import type { Disk } from '../../../../../src/lib/agent/simulated/disk.ts'
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
