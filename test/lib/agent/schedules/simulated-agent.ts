import { begin } from '../../../../src/lib/agent/begin.ts'
import type { Journal } from '../../../../src/lib/agent/journal/journal.ts'
import { StateDamaged } from '../../../../src/lib/agent/loop/loop-messages.ts'
import type { Source } from '../../../../src/lib/agent/model/config.ts'
import type { Effect } from '../../../../src/lib/agent/model/effect.ts'
import type { EffectResult, Found, NodeSeen, Observation } from '../../../../src/lib/agent/model/event.ts'
import type { Disconnection, LiveSeen, ServiceState } from '../../../../src/lib/agent/model/evidence.ts'
import type { Disk } from '../../../../src/lib/agent/simulated/disk.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import { journalOf, mayPrecedeJournal } from '../../../../src/lib/agent/state/state.ts'
import { step } from '../../../../src/lib/agent/step.ts'
import { wakeAt } from '../../../../src/lib/agent/wake-at.ts'
import { carryOut, refused, type World } from './carry-out.ts'
import { isSame } from './same.ts'
import { journalIn, WrittenJournal } from './written-journal.ts'

/** Carries out what the core decides on a simulated machine, as the loop of the agent does on a real one. */
export class SimulatedAgent {
  #state: State
  #effect: Effect | undefined
  #written: Journal | undefined
  readonly #world: World
  readonly #reported = new Map<string, { readonly parts: readonly unknown[]; readonly observation: Observation }>()
  /** The timer of the agent, and the state that set it. */
  #set: { readonly by: State; readonly at: number | undefined } | undefined
  /** The last minute in which systemd was asked about the rescue. */
  #askedIn = -1

  constructor(world: World, isPutAside = false) {
    this.#world = world
    const { machine, settings } = world
    const journal = journalIn(machine.disk.journal, world.codec())
    const isLost = isPutAside || (journal === undefined && machine.disk.journal !== undefined)
    const lost = isLost ? StateDamaged() : undefined
    const [state, [effect]] = begin(journal, { node: 'node-a', settings, moment: machine.moment(), lost })
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
    const asks = this.#isConnectionNews() ? (minuteOf(now) + 1) * 60_000 : Number.POSITIVE_INFINITY
    return Math.max(now, Math.min(asks, this.#timer() ?? Number.POSITIVE_INFINITY))
  }

  /** Reports what changed, and carries out what follows, until nothing does. */
  run(): void {
    this.#look()
    if (this.#isDue()) this.#tell({ kind: 'tick' })
    for (let turns = 0; this.#effect !== undefined; turns += 1) {
      if (turns > 1_000) throw new Error(`never at rest: ${JSON.stringify(this.#effect)}`)
      const effect = this.#effect
      if (!this.#isSaved()) this.#save()
      const isFree = this.#isSaved() || mayPrecedeJournal(this.#state)
      this.#tell(isFree ? carryOut(effect, this.#world) : { kind: 'failed', effect, because: refused })
      this.#look()
    }
  }

  /** The timer of the agent has come. */
  #isDue(): boolean {
    const due = this.#timer()
    return due !== undefined && due <= this.#world.machine.moment().uptimeMs
  }

  #timer(): number | undefined {
    if (this.#set?.by !== this.#state) this.#set = { by: this.#state, at: wakeAt(this.#state) }
    return this.#set.at
  }

  #look(): void {
    const { machine, cluster } = this.#world
    const { disk, kubelet } = machine
    this.#report('opt-out', sightOf.optOut, disk.optOut)
    this.#report('live', sightOf.live, machine.live())
    // As on a machine, whose rescue is looked at after each change of a file.
    if (this.#state.journal.work.kind === 'Applying') this.#reported.delete('rescue')
    this.#report('rescue', sightOf.rescue, disk.mark, disk.orders)
    this.#report('kubelet', sightOf.kubelet, kubelet.service(), kubelet.version)
    this.#lookAtConnection()
    // What was heard last counts until something else is.
    if (cluster.frozen) return
    if (cluster.reachable) this.#report('node', sightOf.node, cluster.node)
    this.#report('source node', sightOf.source, 'node', cluster.found('node'))
    if (!cluster.watchLags) this.#report('source rollout', sightOf.source, 'rollout', cluster.found('rollout'))
    this.#report('source global', sightOf.source, 'global', cluster.found('global'))
  }

  /** systemd is asked once a minute. */
  #lookAtConnection(): void {
    const minute = minuteOf(this.#world.machine.moment().uptimeMs)
    if (minute === this.#askedIn || !this.#isConnectionNews()) return
    this.#askedIn = minute
    this.#tell({ kind: 'rescue-connection', problem: problemOf(this.#world.machine.disk.disconnected) })
  }

  #isConnectionNews(): boolean {
    const problem = problemOf(this.#world.machine.disk.disconnected)
    return problem?.mendable !== this.#state.seen.disconnection?.mendable
  }

  /** Only what another sight can be made of is made an observation, and compared. */
  #report<Parts extends readonly unknown[]>(
    what: string,
    sightOf: (...parts: Parts) => Observation,
    ...parts: Parts
  ): void {
    const last = this.#reported.get(what)
    if (last !== undefined && areSame(last.parts, parts)) return
    const observation = sightOf(...parts)
    this.#reported.set(what, { parts, observation })
    if (!isSame(last?.observation, observation)) this.#tell(observation)
  }

  /** Also used for what only a hostile or lagging API server says. */
  #tell(occurrence: Observation | EffectResult): void {
    const event = { ...occurrence, at: this.#world.machine.moment() }
    const before = this.#state
    const [state, [effect]] = step(before, event)
    this.#state = state
    if (effect !== undefined || state.busy === undefined) this.#effect = effect
    this.#world.watch(before, event, state)
    this.#save()
  }

  hear(observation: Observation): void {
    this.#tell(observation)
  }

  /** At the next look, all that is seen is said once more, changed or not, as a watch does. */
  listAgain(): void {
    this.#reported.clear()
  }

  #isSaved(): boolean {
    return this.#written === journalOf(this.#state)
  }

  #save(): void {
    if (this.#isSaved()) return
    const journal = journalOf(this.#state)
    if (!this.#isTaken(journal)) {
      if (this.#state.seen.unwritable === undefined) this.#tell({ kind: 'state-folder', problem: refused })
      return
    }
    this.#written = journal
    if (this.#state.seen.unwritable !== undefined) this.#tell({ kind: 'state-folder', problem: undefined })
  }

  /** Whether the disk says that it has it. */
  #isTaken(journal: Journal): boolean {
    const { machine, beforeAct, storage, wait, codec } = this.#world
    if (machine.diskFull) return false
    beforeAct('journal')
    wait()
    const fate = storage.begin()
    const isDone = fate !== 'refused' && fate !== 'no-room'
    if (isDone) machine.disk.journal = new WrittenJournal(journal, codec())
    return storage.end(isDone ? ['journal'] : []) && isDone
  }
}

/** Each has only what it is made of. */
const sightOf = {
  optOut: (mode: Disk['optOut']): Observation => ({ kind: 'opt-out-file', mode }),
  live: (live: LiveSeen): Observation => ({ kind: 'live', live }),
  rescue: (mark: Disk['mark'], orders: Disk['orders']): Observation => {
    const report =
      mark === undefined ? orders && { checkpoint: orders.checkpoint, rescued: false } : { ...mark, rescued: true }
    return { kind: 'rescue', report }
  },
  kubelet: (service: ServiceState, version: string): Observation => ({ kind: 'kubelet', service, version }),
  node: (node: NodeSeen): Observation => ({ kind: 'node', node }),
  source: (source: Source, found: Found): Observation => ({ kind: 'source', source, found }),
}

function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  for (let index = 0; index < now.length; index += 1) if (before[index] !== now[index]) return false
  return true
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000)

/** What the agent sees of the unit of the kubelet. */
const problemOf = (disconnected: Disk['disconnected']): Disconnection | undefined =>
  disconnected && { because: { reason: 'RescueReset' }, mendable: disconnected === 'file-gone' }
