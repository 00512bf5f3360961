import type { Rescue } from '../../ports/rescue.ts'
import type { Contents } from '../contents.ts'
import type { Disk } from '../disk.ts'

/** How the agent names the node's own files in its orders. */
const localInOrders = 'local'

/** The orders and the mark of the rescue (../rescue.ts) on a simulated disk. */
export const rescueOn = (disk: Disk, contents: Contents): Rescue => ({
  async arm({ checkpoint, good, threshold }) {
    disk.orders = {
      checkpoint: checkpoint === localInOrders ? undefined : checkpoint,
      good: good === 'local' ? disk.local : await contents.add(good),
      threshold,
    }
    disk.starts = { bootId: '', count: 0 }
    disk.mark = undefined
  },
  async disarm() {
    disk.orders = undefined
  },
  async report() {
    const { mark, orders, starts } = disk
    const about = mark ?? orders
    return about && { checkpoint: about.checkpoint ?? localInOrders, starts: starts.count, rescued: mark !== undefined }
  },
  async acknowledge() {
    disk.mark = undefined
  },
  async forgetStarts() {
    disk.starts = { bootId: '', count: 0 }
  },
})
