import type { SimulatedCluster } from '../../../../src/lib/agent/simulated/cluster.ts'
import type { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import { type Op, versions } from './schedule.ts'
import { foreignContent, type SimulatedDocuments } from './simulated-documents.ts'

interface Struck {
  readonly machine: SimulatedMachine
  readonly cluster: SimulatedCluster
  readonly documents: SimulatedDocuments
}

/** What the agent and the invariants see only by what comes of it. */
type Blow = Exclude<
  Op,
  { kind: 'push' | 'rollout' | 'delete' | 'stale' | 'stop' | 'reboot' | 'foreign-write' | 'damage-journal' | OfRun }
>

/** What needs the run itself. */
type OfRun =
  | 'failing-writes'
  | 'watch'
  | 'restored-etcd'
  | 'downgrade'
  | 'frozen-agent'
  | 'frozen-disk'
  | 'power-in-rescue'
  | 'state-file'

export function strike(op: Blow, { machine, cluster, documents }: Struck): void {
  const now = machine.moment().uptimeMs
  switch (op.kind) {
    case 'api':
      cluster.reachable = op.reachable
      return
    case 'lagging-watch':
      cluster.watchLags = op.lags
      return
    case 'admin-restart':
      machine.kubelet.restart(now)
      return
    case 'admin-stop':
      machine.kubelet.stop()
      return
    case 'oom':
      machine.kubelet.kill(now)
      return
    case 'opt-out':
      if (op.by === 'file') machine.disk.optOut = op.mode
      else cluster.node = { ...cluster.node, optOut: op.mode }
      return
    case 'forget':
      cluster.node = { ...cluster.node, forgetBad: `all@${machine.totalMs}` }
      return
    case 'upgrade':
      machine.kubelet.version = versions.upgraded
      machine.kubelet.restart(now)
      return
    case 'lose-copies':
      machine.disk.copiesLost = true
      return
    case 'foreign-drop-in':
      machine.disk.others = foreignContent(op.works, machine.totalMs)
      return
    case 'disk':
      machine.diskFull = op.full
      return
    case 'slow-disk':
      machine.writeMs = op.ms
      return
    case 'ailing':
      documents.ailing = op.ails
      if (op.ails) machine.kubelet.kill(now)
      return
    case 'systemctl':
      machine.systemctlDown = op.down
      return
    case 'clock':
      machine.setClock(op.byMs)
      return
    case 'drain':
      cluster.node = { ...cluster.node, cordoned: op.drained, drained: op.drained }
      return
    case 'frozen-api':
      cluster.frozen = op.frozen
      return
    case 'rescue-unit':
      machine.disk.disconnected = op.is
      return
    case 'runtime':
      machine.kubelet.runtimeDown = op.down
      return
    case 'network':
      machine.networkDown = op.down
      return
    case 'shutdown':
      machine.shutsDown = op.begins
      return
    case 'slew':
      machine.slew = op.ppm / 1_000_000
      return
  }
}

/** The faults of the machine and of the API server are over. */
export function mend({ machine, cluster, documents }: Struck): void {
  documents.mended = true
  documents.ailing = false
  machine.writeMs = 0
  machine.diskFull = false
  machine.systemctlDown = false
  machine.slew = 0
  machine.kubelet.runtimeDown = false
  if (machine.kubelet.isStopped) machine.kubelet.restart(machine.moment().uptimeMs)
  machine.networkDown = false
  cluster.frozen = false
  cluster.watchLags = false
  // Somebody has to say what the global document is: nobody else knows.
  const { rollout } = cluster
  if (rollout?.is === 'unreadable') cluster.rollOut({ ...rollout, is: 'closed' })
  if (rollout === undefined)
    cluster.rollOut({ is: 'released', promoted: { kind: 'absent' }, candidate: { kind: 'absent' } })
}
