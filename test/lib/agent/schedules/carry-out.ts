import type { DecisionFact } from '../../../../src/lib/agent/model/agent-messages.ts'
import type { Config } from '../../../../src/lib/agent/model/config.ts'
import type { Effect } from '../../../../src/lib/agent/model/effect.ts'
import type { EffectResult, Event } from '../../../../src/lib/agent/model/event.ts'
import { instantOf } from '../../../../src/lib/agent/model/instant.ts'
import type { Settings } from '../../../../src/lib/agent/model/settings.ts'
import type { Verdict } from '../../../../src/lib/agent/model/verdict.ts'
import type { SimulatedCluster } from '../../../../src/lib/agent/simulated/cluster.ts'
import {
  type Disk,
  isLocalLost,
  contentOf as liveContentOf,
  moveStateFileAside,
  putLive,
  putStateFileBack,
} from '../../../../src/lib/agent/simulated/disk.ts'
import type { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import type { SimulatedStorage } from './faults/storage.ts'
import type { Stop } from './schedule.ts'
import type { Codec } from './written-journal.ts'

/** How an agent ends, or the whole machine with it. */
export interface End extends Pick<Stop, 'how' | 'downMs' | 'underWay'> {}

/** Thrown where a fault stops the agent: between two acts, or in the middle of one. */
export class Stopped extends Error {
  /** undefined: that was done already. */
  readonly end: End | undefined

  constructor(end?: End) {
    super()
    this.end = end
  }
}

export interface World {
  readonly machine: SimulatedMachine
  readonly cluster: SimulatedCluster
  readonly settings: Settings
  readonly storage: SimulatedStorage
  /** How the state is read and written. */
  readonly codec: () => Codec
  readonly verdictOn: (effect: Effect & { kind: 'examine' }) => Verdict
  /** Called before each thing that changes the disk or the kubelet; may throw Stopped. */
  readonly beforeAct: (act: string) => void
  /** Called when a restart was done and failed nevertheless. */
  readonly restartFailed: () => void
  /** Called while the disk takes its time; may throw Stopped. */
  readonly wait: () => void
  /** Called with every state that the core came to. */
  readonly watch: (before: State, event: Event | undefined, after: State) => void
}

export const refused = { reason: 'OutOfSpace' }
const lost = { reason: 'OriginalLost' }
const reset = { reason: 'RescueReset' }
const notConnected: DecisionFact = { reason: 'RescueNotConnected', because: reset }

/** Does what an effect asks for, on a simulated machine. */
export function carryOut(effect: Effect, world: World): EffectResult {
  const { machine, cluster, verdictOn } = world
  const { disk } = machine
  const done: EffectResult = { kind: 'done', effect }
  const failed = (because: Fact): EffectResult => ({ kind: 'failed', effect, because })
  switch (effect.kind) {
    case 'examine':
      return { kind: 'examined', effect, verdict: verdictOn(effect) }
    case 'note-pods':
      machine.advance(askedMs(world))
      return {
        kind: 'pods',
        effect,
        uids: cluster.answers ? [...cluster.pods] : undefined,
        balloonHolds: false,
        heartbeats: machine.heartbeats(),
        ...(machine.shutsDown && { shutsDown: true }),
        ...(effect.rollout === true && cluster.answers && { rollout: cluster.found('rollout') }),
      }
    case 'probe':
      machine.advance(50 + askedMs(world))
      return {
        kind: 'probed',
        effect,
        evidence: machine.probe(effect, contentOf(effect.config, machine)),
        live: machine.live(),
      }
    case 'restart':
      return restart(effect, world)
    case 'connect-rescue':
      return connect(disk) ? done : failed(notConnected)
    default: {
      if (isNoMore(effect, world)) return failed(lost)
      if (!write(effect, world)) return { ...failed(refused), ...(touchesLive(effect) && { live: machine.live() }) }
      return effect.kind !== 'arm' || connect(disk) ? done : failed(notConnected)
    }
  }
}

const touchesLive = ({ kind }: Effect): boolean => kind === 'write' || kind === 'capture-local'

/** A question to a server that hangs is given up after so long. */
const askedMs = ({ cluster }: World): number => (cluster.frozen ? 10_000 : 0)

/** Whether the rescue is connected, once what is ours of that is there again. */
function connect(disk: Disk): boolean {
  if (disk.disconnected === 'file-gone') disk.disconnected = undefined
  return disk.disconnected === undefined
}

function restart(
  effect: Effect & { kind: 'restart' },
  { machine, beforeAct, storage, restartFailed }: World,
): EffectResult {
  const { kubelet, disk } = machine
  if (machine.systemctlDown) return { kind: 'failed', effect, because: { reason: 'SystemdSilent' } }
  if (machine.shutsDown) return { kind: 'failed', effect, because: { reason: 'MachineShutsDown' } }
  const { process } = kubelet
  const { kind } = effect.stateFiles
  if (kind === 'leave' && process !== undefined && process.startedAtMs > effect.since)
    return { kind: 'restarted', effect, service: kubelet.service() }
  beforeAct('restart')
  let isMoved = true
  kubelet.restart(machine.moment().uptimeMs, () => {
    beforeAct(`state files ${kind}`)
    if (kind === 'leave') return
    const isDone = storage.begin() !== 'refused'
    if (isDone) move[kind](disk)
    isMoved = storage.end() && isDone
  })
  beforeAct('restarted')
  machine.advance(80)
  if (!isMoved) restartFailed()
  if (!isMoved) return { kind: 'failed', effect, because: refused }
  return { kind: 'restarted', effect, service: kubelet.service() }
}

const move = {
  aside: moveStateFileAside,
  back: putStateFileBack,
  removed: (disk: Disk): void => {
    disk.stateFile = undefined
  },
}

/** Whether it needs the node's own content, which is lost. */
const isNoMore = (effect: Effect, { machine: { disk } }: World): boolean =>
  isLocalLost(disk) &&
  ((effect.kind === 'write' && effect.config.source === 'local') ||
    (effect.kind === 'arm' && effect.good.source === 'local'))

/** What may be there already as it is written. */
const writtenBy: { readonly [Kind in Effect['kind']]?: readonly (keyof Disk)[] } = {
  arm: ['orders', 'starts', 'mark'],
  write: ['live', 'ours'],
  disarm: ['orders', 'aside'],
  'forget-starts': ['starts'],
  'acknowledge-rescue': ['mark'],
}

/** Whether the disk took it, as far as it says. */
function write(effect: Effect, world: World): boolean {
  const { machine, beforeAct, storage, wait } = world
  beforeAct(effect.kind)
  wait()
  const fate = storage.begin()
  machine.advance(machine.writeMs)
  const isDone = fate !== 'refused' && change(effect, machine, machine.diskFull || fate === 'no-room')
  if (isDone) machine.advance(machine.writeMs)
  if (isDone) beforeAct(`${effect.kind} done`)
  return storage.end(isDone ? writtenBy[effect.kind] : []) && isDone
}

/** Whether the disk has room for it. Going back needs none. */
function change(effect: Effect, machine: SimulatedMachine, isFull: boolean): boolean {
  const { disk } = machine
  switch (effect.kind) {
    case 'arm':
      if (isFull) return false
      disk.orders = {
        checkpoint: effect.config.source === 'local' ? undefined : effect.config.checkpoint,
        good: effect.good.source === 'local' ? disk.local : effect.good.checkpoint,
        threshold: effect.threshold,
      }
      disk.starts = { bootId: '', count: 0 }
      disk.mark = undefined
      break
    case 'write': {
      // What another program wrote since this was decided on is the node's own content now.
      if (effect.config.source === 'local' && liveContentOf(disk) === 'foreign')
        return change({ kind: 'capture-local' }, machine, isFull)
      const content = effect.config.source === 'local' ? disk.local : effect.config.checkpoint
      if (isFull && content !== disk.local && content !== disk.orders?.good) return false
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
      if (liveContentOf(disk) !== 'foreign') return true
      if (isFull) return false
      disk.local = disk.live
      disk.copiesLost = false
      disk.ours = undefined
      break
    default:
      break
  }
  return true
}

export const contentOf = (config: Config, { disk }: SimulatedMachine): string =>
  config.source === 'local' ? disk.local : config.checkpoint
