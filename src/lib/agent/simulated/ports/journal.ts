import type { Journal } from '../../ports/journal.ts'
import type { Contents } from '../contents.ts'
import type { Disk } from '../disk.ts'

/** The agent's own files on a simulated disk. */
export const journalOn = (disk: Disk, contents: Contents): Journal => ({
  async read() {
    return disk.journal === undefined ? { kind: 'none' } : { kind: 'state', state: JSON.parse(disk.journal) }
  },
  async putAside() {
    disk.journal = undefined
  },
  async write(state) {
    disk.journal = JSON.stringify(state)
  },
  async saveCheckpoint(bytes) {
    const name = await contents.add(bytes)
    disk.checkpoints.add(name)
    return name
  },
  async readCheckpoint(sha256) {
    return disk.checkpoints.has(sha256) ? contents.bytesOf(sha256) : undefined
  },
  async keepCheckpoints(keep) {
    disk.checkpoints = disk.checkpoints.intersection(keep)
    const { live, local, orders } = disk
    contents.keep(new Set([...disk.checkpoints, live, local, ...(orders === undefined ? [] : [orders.good])]))
  },
})
