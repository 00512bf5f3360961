import type { StateFiles } from '../../ports/kubelet-service.ts'
import { type Disk, moveStateFileAside, putStateFileBack } from '../disk.ts'

/** Those of a simulated kubelet: it has that of the CPU manager only. */
export function stateFilesOn(disk: Disk): StateFiles {
  const names = new Set<string>()
  return {
    async moveAside(more) {
      for (const name of more) names.add(name)
      if (names.has('cpu_manager_state')) moveStateFileAside(disk)
    },
    async putBack() {
      putStateFileBack(disk)
      names.clear()
    },
    async discard() {
      disk.aside = undefined
      names.clear()
    },
    async names() {
      return [...names]
    },
  }
}
