import type { Config } from '../../../../src/lib/agent/model/config.ts'
import type { Effect } from '../../../../src/lib/agent/model/effect.ts'
import type { Ending, Event } from '../../../../src/lib/agent/model/event.ts'
import { instantOf } from '../../../../src/lib/agent/model/instant.ts'
import type { Settings } from '../../../../src/lib/agent/model/settings.ts'
import type { Verdict } from '../../../../src/lib/agent/model/verdict.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import type { Fact } from '../../../../src/lib/fact.ts'
import type { SimulatedCluster } from '../../../../src/lib/simulated-host/cluster.ts'
import { isLocalLost, moveStateFileAside, putLive, putStateFileBack } from '../../../../src/lib/simulated-host/disk.ts'
import type { SimulatedMachine } from '../../../../src/lib/simulated-host/machine.ts'

/** Thrown where a fault stops the agent: between two acts, or in the middle of one. */
export class Stopped extends Error {}

export interface World {
  readonly machine: SimulatedMachine
  readonly cluster: SimulatedCluster
  readonly settings: Settings
  readonly verdictOn: (effect: Effect & { kind: 'examine' }) => Verdict
  /** Called before each thing that changes the disk or the kubelet; may throw Stopped. */
  readonly beforeAct: (act: string) => void
  /** Called with every state that the core came to. */
  readonly watch: (before: State, event: Event | undefined, after: State) => void
}

export const refused = { reason: 'OutOfSpace' }
const lost = { reason: 'OriginalLost' }

/** Does what an effect asks for, on a simulated machine. */
export function carryOut(effect: Effect, world: World): Ending {
  const { machine, cluster, verdictOn } = world
  const done: Ending = { kind: 'done', effect }
  const failed = (because: Fact): Ending => ({ kind: 'failed', effect, because })
  switch (effect.kind) {
    case 'examine':
      return { kind: 'examined', effect, verdict: verdictOn(effect) }
    case 'note-pods':
      return {
        kind: 'pods',
        effect,
        uids: cluster.reachable ? [...cluster.pods] : undefined,
        balloonHolds: false,
        heartbeats: machine.heartbeats(),
      }
    case 'look':
      machine.advance(50)
      return {
        kind: 'looked',
        effect,
        evidence: machine.look(effect.podsBefore, contentOf(effect.config, machine)),
        live: machine.live(),
      }
    case 'restart':
      return restart(effect, world)
    default:
      return isNoMore(effect, world) ? failed(lost) : write(effect, world) ? done : failed(refused)
  }
}

function restart(effect: Effect & { kind: 'restart' }, { machine, beforeAct }: World): Ending {
  const { kubelet, disk } = machine
  if (machine.systemctlDown) return { kind: 'failed', effect, because: { reason: 'SystemdSilent' } }
  const { process } = kubelet
  const { kind } = effect.stateFiles
  if (kind === 'leave' && process !== undefined && process.startedAtMs > effect.since)
    return { kind: 'restarted', effect, service: kubelet.service() }
  beforeAct('restart')
  kubelet.restart(machine.moment().uptimeMs, () => {
    beforeAct(`state files ${kind}`)
    if (kind === 'aside') moveStateFileAside(disk)
    if (kind === 'back') putStateFileBack(disk)
  })
  beforeAct('restarted')
  machine.advance(80)
  return { kind: 'restarted', effect, service: kubelet.service() }
}

/** Whether it needs the node's own content, which is lost. */
const isNoMore = (effect: Effect, { machine: { disk } }: World): boolean =>
  isLocalLost(disk) &&
  ((effect.kind === 'write' && effect.config.source === 'local') ||
    (effect.kind === 'arm' && effect.good.source === 'local'))

/** Whether the disk took it. Going back needs no room. */
function write(effect: Effect, { machine, beforeAct }: World): boolean {
  const { disk, diskFull } = machine
  beforeAct(effect.kind)
  machine.advance(machine.writeMs)
  switch (effect.kind) {
    case 'arm':
      if (diskFull) return false
      disk.orders = {
        checkpoint: effect.config.source === 'local' ? undefined : effect.config.checkpoint,
        good: effect.good.source === 'local' ? disk.local : effect.good.checkpoint,
        threshold: effect.threshold,
      }
      disk.starts = { bootId: '', count: 0 }
      disk.mark = undefined
      break
    case 'write': {
      const content = effect.config.source === 'local' ? disk.local : effect.config.checkpoint
      if (diskFull && content !== disk.local && content !== disk.orders?.good) return false
      putLive(disk, content)
      disk.liveAt = instantOf(machine.moment())
      break
    }
    case 'forget-starts':
      disk.starts = { bootId: '', count: 0 }
      break
    case 'disarm':
      disk.orders = undefined
      disk.aside = undefined
      break
    case 'acknowledge-rescue':
      disk.mark = undefined
      break
    case 'capture-local':
      if (diskFull) return false
      disk.local = disk.live
      disk.copiesLost = false
      disk.ours = undefined
      break
    default:
      break
  }
  machine.advance(machine.writeMs)
  beforeAct(`${effect.kind} done`)
  return true
}

export const contentOf = (config: Config, { disk }: SimulatedMachine): string =>
  config.source === 'local' ? disk.local : config.checkpoint
