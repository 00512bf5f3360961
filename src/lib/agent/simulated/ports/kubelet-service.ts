import type { KubeletService } from '../../ports/kubelet-service.ts'
import type { MachineInTime } from '../machine-in-time.ts'

const commandLine = [
  '/usr/bin/kubelet',
  '--kubeconfig=/etc/kubernetes/kubelet.conf',
  '--config=/var/lib/kubelet/config.yaml',
]

/** The kubelet of a simulated machine as a service. */
export const kubeletServiceOf = (time: MachineInTime): KubeletService => ({
  async state() {
    return time.now.kubelet.service()
  },
  async version() {
    return time.now.kubelet.version
  },
  async commandLine() {
    return time.now.kubelet.process === undefined ? undefined : commandLine
  },
  async restart(whileStopped) {
    time.now.kubelet.process = undefined
    try {
      await whileStopped?.()
    } finally {
      const machine = time.now
      machine.kubelet.restart(machine.moment().uptimeMs)
    }
    return time.now.kubelet.service()
  },
})
