import { begin } from '../../../../src/lib/agent/begin.ts'
import type { Config } from '../../../../src/lib/agent/config.ts'
import type { Effect } from '../../../../src/lib/agent/effect.ts'
import type { Ending, Event, Sight } from '../../../../src/lib/agent/event.ts'
import type { Journal } from '../../../../src/lib/agent/journal.ts'
import { journalOf, mayPrecedeJournal } from '../../../../src/lib/agent/journal-of.ts'
import { parseJournal } from '../../../../src/lib/agent/parse-journal.ts'
import type { Settings } from '../../../../src/lib/agent/settings.ts'
import type { State } from '../../../../src/lib/agent/state.ts'
import { step } from '../../../../src/lib/agent/step.ts'
import type { Verdict } from '../../../../src/lib/agent/verdict.ts'
import { wakeAt } from '../../../../src/lib/agent/wake-at.ts'
import type { SimulatedCluster } from '../../../../src/lib/simulated-host/cluster.ts'
import { moveStateFileAside, putLive, putStateFileBack } from '../../../../src/lib/simulated-host/disk.ts'
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

const refused = { reason: 'OutOfSpace' }

/** Carries out what the core decides on a simulated machine, as the loop of the agent does on a real one. */
export class SimulatedAgent {
  #state: State
  #effect: Effect | undefined
  #written: Journal | undefined
  readonly #world: World
  readonly #reported = new Map<string, string>()

  constructor(world: World) {
    this.#world = world
    const { machine, settings } = world
    const text = machine.disk.journal
    const journal = text === undefined ? undefined : parseJournal(safely(text))
    const [state, [effect]] = begin(journal, { node: 'node-a', settings, moment: machine.moment() })
    this.#state = state
    this.#effect = effect
    this.#written = journal
    world.watch(state, undefined, state)
    this.#save()
  }

  get state(): State {
    return this.#state
  }

  /** When something is to be done, milliseconds since the boot. */
  wakesAt(): number {
    const now = this.#world.machine.moment().uptimeMs
    return Math.max(now, wakeAt(this.#state) ?? Number.POSITIVE_INFINITY)
  }

  /** Reports what changed, and carries out what follows, until nothing does. */
  run(): void {
    this.#look()
    this.#tell({ kind: 'tick' })
    for (let turns = 0; this.#effect !== undefined; turns += 1) {
      if (turns > 1_000) throw new Error(`never at rest: ${JSON.stringify(this.#effect)}`)
      if (!this.#isSaved()) this.#save()
      const isFree = this.#isSaved() || mayPrecedeJournal(this.#state)
      this.#tell(isFree ? this.#carryOut(this.#effect) : { kind: 'failed', effect: this.#effect, because: refused })
      this.#look()
    }
  }

  #look(): void {
    const { machine, cluster } = this.#world
    const { disk, kubelet } = machine
    this.#report('opt-out', { kind: 'opt-out-file', mode: disk.optOut })
    const report =
      disk.mark === undefined
        ? disk.orders && { checkpoint: disk.orders.checkpoint, rescued: false }
        : { ...disk.mark, rescued: true }
    this.#report('rescue', { kind: 'rescue', report })
    this.#report('live', { kind: 'live', live: machine.live() })
    this.#report('kubelet', { kind: 'kubelet', service: kubelet.service(), version: kubelet.version })
    if (cluster.reachable) this.#report('node', { kind: 'node', node: cluster.node })
    for (const source of ['node', 'global'] as const)
      this.#report(source, { kind: 'source', source, found: cluster.found(source) })
  }

  #report(what: string, sight: Sight): void {
    const text = JSON.stringify(sight)
    if (this.#reported.get(what) === text) return
    this.#reported.set(what, text)
    this.#tell(sight)
  }

  /** Also used for what only a hostile or lagging API server says. */
  #tell(occurrence: Sight | Ending): void {
    const event = { at: this.#world.machine.moment(), ...occurrence }
    const before = this.#state
    const [state, [effect]] = step(before, event)
    this.#state = state
    if (effect !== undefined || state.busy === undefined) this.#effect = effect
    this.#world.watch(before, event, state)
    this.#save()
  }

  hear(sight: Sight): void {
    this.#tell(sight)
  }

  #isSaved(): boolean {
    return this.#written === journalOf(this.#state)
  }

  #save(): void {
    if (this.#isSaved()) return
    const { machine, beforeAct } = this.#world
    if (machine.diskFull) {
      if (this.#state.seen.unwritable === undefined) this.#tell({ kind: 'state-folder', problem: refused })
      return
    }
    beforeAct('journal')
    machine.disk.journal = JSON.stringify(journalOf(this.#state))
    this.#written = journalOf(this.#state)
    if (this.#state.seen.unwritable !== undefined) this.#tell({ kind: 'state-folder', problem: undefined })
  }

  #carryOut(effect: Effect): Ending {
    const { machine, cluster, verdictOn } = this.#world
    const done: Ending = { kind: 'done', effect }
    switch (effect.kind) {
      case 'examine':
        return { kind: 'examined', effect, verdict: verdictOn(effect) }
      case 'note-pods':
        return { kind: 'pods', effect, uids: cluster.reachable ? [...cluster.pods] : undefined }
      case 'look':
        machine.advance(50)
        return {
          kind: 'looked',
          effect,
          evidence: machine.look(effect.podsBefore, contentOf(effect.config, machine)),
          live: machine.live(),
        }
      case 'restart':
        return this.#restart(effect)
      default:
        return this.#write(effect) ? done : { kind: 'failed', effect, because: refused }
    }
  }

  #restart(effect: Effect & { kind: 'restart' }): Ending {
    const { machine, beforeAct } = this.#world
    const { kubelet, disk } = machine
    if (machine.systemctlDown) return { kind: 'failed', effect, because: { reason: 'SystemdSilent' } }
    const { process } = kubelet
    const { kind } = effect.stateFiles
    if (kind === 'leave' && process !== undefined && process.startedAtMs >= effect.since)
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

  /** Whether the disk took it. Going back needs no room. */
  #write(effect: Effect): boolean {
    const { machine, beforeAct } = this.#world
    const { disk, diskFull } = machine
    beforeAct(effect.kind)
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
        disk.ours = undefined
        break
      default:
        break
    }
    beforeAct(`${effect.kind} done`)
    return true
  }
}

export const contentOf = (config: Config, { disk }: SimulatedMachine): string =>
  config.source === 'local' ? disk.local : config.checkpoint

function safely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
