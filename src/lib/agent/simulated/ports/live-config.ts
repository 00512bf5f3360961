import type { Clock } from '../../../ports/clock.ts'
import type { LiveConfig } from '../../ports/live-config.ts'
import type { Contents } from '../contents.ts'
import { contentOf, type Disk, putLive } from '../disk.ts'

/** The kubelet's own file on a simulated disk. */
export const liveConfigOn = (disk: Disk, contents: Contents): LiveConfig => ({
  mode: 'file',
  path: '/var/lib/kubelet/config.yaml',
  async read() {
    return { sha256: disk.live, content: contentOf(disk), changedAtMs: undefined }
  },
  async readBytes() {
    return contents.bytesOf(disk.live)
  },
  async write(document) {
    putLive(disk, await contents.add(document))
  },
  async restoreLocal() {
    putLive(disk, disk.local)
  },
  async captureLocal() {
    if (contentOf(disk) !== 'foreign') return
    disk.local = disk.live
    disk.ours = undefined
  },
  async readLocal() {
    return contents.bytesOf(disk.local)
  },
})

const foreignEdit = Buffer.from('\n# edited by another program\n')

interface Around {
  readonly disk: Disk
  readonly contents: Contents
  readonly clock: Pick<Clock, 'after'>
}

/** Another program writes the file, once, so many milliseconds after the agent has written a document. */
export function editedLater(live: LiveConfig, afterMs: number, { disk, contents, clock }: Around): LiveConfig {
  let isDue = true
  return {
    ...live,
    async write(document) {
      await live.write(document)
      if (!isDue) return
      isDue = false
      const edited = await contents.add(Buffer.concat([document, foreignEdit]))
      clock.after(afterMs, () => {
        disk.live = edited
      })
    },
  }
}
