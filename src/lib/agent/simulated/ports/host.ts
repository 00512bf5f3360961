import type { MachineEvidence } from '../../../kubelet/changes/impact/evidence.ts'
import type { Release } from '../../../kubelet/model/releases.ts'
import { containerfsSignals, signals } from '../../../kubelet/startup/threshold.ts'
import type { Clock } from '../../../ports/clock.ts'
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
import { type Disk, newDisk } from '../disk.ts'
import type { KubeletBehavior } from '../kubelet-behavior.ts'
import { SimulatedMachine } from '../machine.ts'
import { MachineInTime } from '../machine-in-time.ts'
import { healthOf } from './health.ts'
import { journalOn } from './journal.ts'
import { kubeletServiceOf } from './kubelet-service.ts'
import { editedLater, liveConfigOn } from './live-config.ts'
import { rescueOn } from './rescue.ts'
import { rescueConnectionOn } from './rescue-connection.ts'
import { stateFilesOn } from './state-files.ts'

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
