import type { MachineEvidence } from '../../../kubelet/changes/impact/evidence.ts'
import type { Release } from '../../../kubelet/model/releases.ts'
import { containerfsSignals, signals } from '../../../kubelet/startup/threshold.ts'
import type { Clock } from '../../../ports/clock.ts'
import { RescueFileChanged, RescueReset } from '../../host/kubelet/service-messages.ts'
import type { AgentNode } from '../../ports/agent-node.ts'
import type { Health } from '../../ports/health.ts'
import type { Journal } from '../../ports/journal.ts'
import type { KubeletService, StateFiles } from '../../ports/kubelet-service.ts'
import type { LiveConfig } from '../../ports/live-config.ts'
import type { Machine } from '../../ports/machine.ts'
import type { Rescue } from '../../ports/rescue.ts'
import type { RescueConnection } from '../../ports/rescue-connection.ts'
import { SimulatedCluster } from '../cluster.ts'
import { emptyFile } from '../configz.ts'
import { Contents } from '../contents.ts'
import { type Disk, moveStateFileAside, newDisk, putStateFileBack } from '../disk.ts'
import type { KubeletBehavior } from '../kubelet-behavior.ts'
import { SimulatedMachine } from '../machine.ts'
import { MachineInTime } from '../machine-in-time.ts'
import { healthOf } from './health.ts'
import { editedLater, liveConfigOn } from './live-config.ts'

/** A simulated machine behind the ports of an agent. */
export interface SimulatedHost {
  readonly journal: Journal
  readonly live: LiveConfig
  readonly kubelet: KubeletService
  readonly stateFiles: StateFiles
  readonly rescue: Rescue
  readonly rescueConnection: RescueConnection
  readonly health: Health
  readonly machine: Machine
  /** What the kubelet reports of its configuration; undefined while none runs. */
  configz(): object | undefined
}

export interface HostOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** Of the kubelet, such as v1.36.3. */
  readonly kubeletVersion: string
  readonly release: Release
  /** Where the pods of the node are read. */
  readonly node: Pick<AgentNode, 'pods'>
  /** What its kubelet does whatever its file says. */
  readonly behavior?: KubeletBehavior | undefined
  /** Another program writes the kubelet's file, once, so long after the agent has written a document. Milliseconds. */
  readonly foreignEditAfterMs?: number | undefined
  /** Its unit would not run the rescue. */
  readonly disconnected?: Disk['disconnected']
}

/** No kubelet of it evicts, and its pods use nothing. */
const roomy: MachineEvidence = {
  idRanges: [],
  numaNodes: 1,
  podsMemory: 0n,
  signals: new Map(
    [...signals, ...containerfsSignals].map((signal) => [signal, { available: 2n ** 62n, capacity: 2n ** 62n }]),
  ),
}

/** A machine whose kubelet runs with a file of its own. */
export async function simulatedHost(options: HostOptions): Promise<SimulatedHost> {
  const { clock, kubeletVersion, release, node, behavior, foreignEditAfterMs, disconnected } = options
  const contents = new Contents(release)
  const disk = newDisk(await contents.add(new TextEncoder().encode(emptyFile)))
  disk.disconnected = disconnected
  const simulated = new SimulatedMachine(
    new SimulatedCluster(),
    (content) => behavior ?? contents.kubeletBehaviorOf(content),
    disk,
  )
  simulated.kubelet.version = kubeletVersion
  const time = new MachineInTime(simulated, clock)
  const live = liveConfigOn(disk, contents)
  return {
    journal: journalOn(disk, contents),
    live: foreignEditAfterMs === undefined ? live : editedLater(live, foreignEditAfterMs, { disk, contents, clock }),
    kubelet: kubeletServiceOf(time),
    stateFiles: stateFilesOn(disk),
    rescue: rescueOn(disk, contents),
    rescueConnection: rescueConnectionOn(disk),
    health: healthOf(time, node),
    configz() {
      const { process } = time.now.kubelet
      return process && contents.configzOf(process.content)
    },
    machine: {
      // Its kubelet reports by a clock that is as fast as the time that passes there; others see the date.
      moment: () => ({ ...time.now.moment(), wallMs: clock.now() }),
      optOut: async () => disk.optOut,
      watch: (changed) => time.watch(changed),
      evidence: async () => roomy,
      obstacles: async () => [],
    },
  }
}

/** The agent's own files on a simulated disk. */
export const journalOn = (disk: Disk, contents: Contents): Journal => ({
  async read() {
    return disk.journal === undefined ? { kind: 'none' } : { kind: 'state', state: JSON.parse(disk.journal.text) }
  },
  async putAside() {
    disk.journal = undefined
  },
  async write(state) {
    disk.journal = { text: JSON.stringify(state) }
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

const commandLine = [
  '/usr/bin/kubelet',
  '--kubeconfig=/etc/kubernetes/kubelet.conf',
  '--config=/var/lib/kubelet/config.yaml',
]

/** The kubelet of a simulated machine as a service. */
const kubeletServiceOf = (time: MachineInTime): KubeletService => ({
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
    if (about === undefined) return undefined
    const checkpoint = about.checkpoint ?? localInOrders
    return { checkpoint, starts: starts.count, rescued: mark !== undefined, bootId: mark?.bootId }
  },
  async acknowledge() {
    disk.mark = undefined
  },
  async forgetStarts() {
    disk.starts = { bootId: '', count: 0 }
  },
})

const subject = { kind: 'Unit', name: 'kubelet.service' } as const

const facts = {
  'file-gone': RescueFileChanged({ subject }),
  reset: RescueReset({ subject, by: ['/etc/systemd/system/kubelet.service.d/20-other.conf'] }),
}

/** The unit of a simulated kubelet, as far as the rescue goes. */
const rescueConnectionOn = (disk: Disk): RescueConnection => ({
  async problem() {
    const { disconnected } = disk
    return disconnected && { because: facts[disconnected], mendable: disconnected === 'file-gone' }
  },
  async mend() {
    if (disk.disconnected === 'file-gone') disk.disconnected = undefined
    return disk.disconnected && facts[disk.disconnected]
  },
})

/** Those of a simulated kubelet: it has that of the CPU manager only. */
export function stateFilesOn(disk: Disk): StateFiles {
  const names = new Set<string>()
  return {
    async moveAside(more) {
      for (const name of more) names.add(name)
      if (names.has('cpu_manager_state')) moveStateFileAside(disk)
    },
    async remove(removed) {
      if (removed.includes('cpu_manager_state')) disk.stateFile = undefined
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
