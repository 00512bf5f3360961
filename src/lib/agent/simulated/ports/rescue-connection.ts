import { RescueFileChanged, RescueReset } from '../../host/kubelet/service-messages.ts'
import type { RescueConnection } from '../../ports/rescue-connection.ts'
import type { Disk } from '../disk.ts'

const subject = { kind: 'Unit', name: 'kubelet.service' } as const

const facts = {
  'file-gone': RescueFileChanged({ subject }),
  reset: RescueReset({ subject, by: ['/etc/systemd/system/kubelet.service.d/20-other.conf'] }),
}

/** The unit of a simulated kubelet, as far as the rescue goes. */
export const rescueConnectionOn = (disk: Disk): RescueConnection => ({
  async problem() {
    const { disconnected } = disk
    return disconnected && { because: facts[disconnected], mendable: disconnected === 'file-gone' }
  },
  async mend() {
    if (disk.disconnected === 'file-gone') disk.disconnected = undefined
    return disk.disconnected && facts[disk.disconnected]
  },
})
