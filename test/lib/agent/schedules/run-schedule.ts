import type { FoundDocument } from '../../../../src/lib/agent/model/event.ts'
import { instantOf } from '../../../../src/lib/agent/model/instant.ts'
import { SimulatedCluster } from '../../../../src/lib/agent/simulated/cluster.ts'
import { newDisk } from '../../../../src/lib/agent/simulated/disk.ts'
import { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import { fail } from '../../../support/schedules/violation.ts'
import { AgentLives } from './agent-lives.ts'
import { boundMs, listedAgainMs, restMs } from './bound.ts'
import { type End, Stopped, type World } from './carry-out.ts'
import { checkEnd } from './check-end.ts'
import { History } from './faults/history.ts'
import { Interruptions } from './faults/interruptions.ts'
import { cutInRescue, writtenByRescue } from './faults/power-in-rescue.ts'
import { SimulatedStorage } from './faults/storage.ts'
import { Invariants } from './invariants.ts'
import { isOfUser, type Op, type Schedule, settingsOf, versions } from './schedule.ts'
import { checkpointOf, exiting, foreignContent, SimulatedDocuments } from './simulated-documents.ts'
import { mend, strike } from './strike.ts'

/** After one of so many operations, all is seen once more, though nothing of it changed. */
const listEach = 4

/** Called with each step that the agent decides on. */
export type OnStep = (before: State, after: State) => void

/** One node and what happens to it. Throws Violation when an invariant does not hold. */
export class Run {
  readonly cluster = new SimulatedCluster()
  readonly machine: SimulatedMachine
  readonly #invariants: Invariants
  readonly #schedule: Schedule
  readonly #documents: SimulatedDocuments
  readonly #world: World
  readonly #storage: SimulatedStorage
  readonly #history = new History(this.cluster)
  readonly #interruptions = new Interruptions()
  readonly #lives: AgentLives
  #diskFrozenUntil = 0
  #foreignWrites = 0
  /** How many operations were begun, and when the next one is due, be it while one takes its time. */
  #begun = 0
  #dueAt = 0

  constructor(schedule: Schedule, onStep: OnStep) {
    this.#schedule = schedule
    const documents = new SimulatedDocuments(schedule.documents)
    this.#documents = documents
    const disk = newDisk()
    this.#storage = new SimulatedStorage(disk)
    const behaviorNow = (content: string, version: string) => {
      const behavior = documents.kubeletBehaviorOf(content, version)
      return documents.areBroken(disk.others) ? exiting(behavior) : behavior
    }
    this.machine = new SimulatedMachine(this.cluster, behaviorNow, disk)
    this.machine.kubelet.version = versions.first
    this.machine.unseen = schedule.unseen ?? []
    this.machine.kubelet.slowMs = schedule.slowMs ?? 0
    this.machine.makesPods = schedule.makesPods ?? false
    this.#invariants = new Invariants({ machine: this.machine, cluster: this.cluster }, (content) =>
      documents.kubeletBehaviorOf(content, this.machine.kubelet.version),
    )
    this.#world = {
      machine: this.machine,
      cluster: this.cluster,
      settings: settingsOf(schedule),
      verdictOn: (effect) => documents.verdictOn(effect, this.machine),
      beforeAct: (act) => this.#beforeAct(act),
      storage: this.#storage,
      codec: () => this.#lives.codec(),
      restartFailed: () => this.#invariants.restartFailed(),
      wait: () => this.#passWithout(this.#diskFrozenUntil),
      watch: (before, event, after) => {
        this.#invariants.watch(before, event, after)
        onStep(before, after)
      },
    }
    this.#lives = new AgentLives(this.#world, this.#invariants)
    this.machine.kubelet.onRescue = (step, before) => {
      const cut = this.#interruptions.inRescue(step)
      this.#storage.isOnDisk(writtenByRescue(step, before, cut))
      if (cut === undefined) return
      cutInRescue(disk, before, cut)
      throw new Stopped({ how: 'power', downMs: cut.downMs })
    }
  }

  /** What must hold in the end holds at the bound, and hours later. */
  run(): void {
    this.#happens()
    for (const ms of [boundMs(this.#world.settings), restMs]) {
      const end = this.machine.totalMs + ms
      while (this.machine.totalMs < end) {
        this.#lives.agent?.listAgain()
        this.#pass(Math.min(listedAgainMs, end - this.machine.totalMs))
      }
      this.#check()
    }
  }

  #check(): void {
    const { machine, cluster } = this
    const { agent } = this.#lives
    if (agent === undefined) fail('no agent runs')
    checkEnd({ machine, cluster, state: agent.state, invariants: this.#invariants })
  }

  #happens(): void {
    const { ops } = this.#schedule
    this.#pass(1_000)
    this.#wait()
    while (this.#begun < ops.length) {
      this.#pass(Math.max(0, this.#dueAt - this.machine.totalMs))
      // Some may have been done while the agent was in the middle of something.
      if (this.#dueAt <= this.machine.totalMs) this.#doNext()
    }
    this.#mend()
  }

  #wait(): void {
    this.#dueAt = this.machine.totalMs + (this.#schedule.ops[this.#begun]?.after ?? Number.POSITIVE_INFINITY)
  }

  #doNext(): void {
    const op = this.#schedule.ops[this.#begun]!
    this.#begun += 1
    this.#wait()
    this.#guarded(() => this.#do(op))
    if (this.#begun % listEach === 0) this.#lives.agent?.listAgain()
  }

  /** All faults are over: from now on, everything must come to rest. */
  #mend(): void {
    this.#interruptions.forget()
    this.#storage.mend()
    this.#diskFrozenUntil = 0
    this.#lives.mend()
    if (this.machine.shutsDown) this.#do({ after: 0, kind: 'reboot' })
    mend({ machine: this.machine, cluster: this.cluster, documents: this.#documents })
    this.cluster.reachable = !this.#schedule.endsSilent
  }

  #pass(ms: number): void {
    const end = this.machine.totalMs + ms
    for (let turns = 0; ; turns += 1) {
      if (turns > 20_000) fail('does not come to rest')
      this.#guarded(() => this.#lives.turn())
      const left = end - this.machine.totalMs
      if (left <= 0) return
      const ms = Math.max(1, Math.min(left, this.#nextInMs()))
      this.#guarded(() => this.machine.advance(ms))
    }
  }

  /** Time in which the agent is in the middle of something: all else goes on, and may end it. */
  #passWithout(until: number): void {
    const { machine } = this
    const life = this.#lives.count
    this.#lives.frozenUntil = until
    while (machine.totalMs < until) {
      this.#guarded(() => machine.advance(Math.max(0, Math.min(until, this.#dueAt) - machine.totalMs)))
      if (life === this.#lives.count && this.#dueAt <= machine.totalMs) this.#doNext()
      if (life !== this.#lives.count) throw new Stopped()
    }
  }

  #nextInMs(): number {
    const kubelet = (this.machine.kubelet.nextAtMs() ?? Number.POSITIVE_INFINITY) - this.machine.moment().uptimeMs
    return Math.min(this.#lives.nextInMs(), kubelet)
  }

  #guarded(run: () => void): void {
    try {
      run()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      if (error.end !== undefined) this.#end(error.end)
    }
  }

  #end({ how, downMs, underWay }: End): void {
    const back = how === 'power' ? this.#storage.losePower(underWay ?? 'kept') : undefined
    if (back?.has('orders')) this.#invariants.lostOrders = true
    if (back?.has('aside')) this.#invariants.mayEnd = true
    if (back?.has('live')) this.#invariants.findsLiveFileAgain(this.#schedule.endsSilent)
    if (back?.has('journal')) this.#lives.losesJournal()
    this.#lives.restart(downMs)
    if (how === 'power') this.machine.reboot()
  }

  #beforeAct(act: string): void {
    this.#interruptions.count()
    this.#freeze(this.#interruptions.freeze(), act)
    const stop = this.#interruptions.stop()
    if (stop !== undefined) throw new Stopped(stop)
    this.#invariants.act(act)
  }

  #freeze(forMs: number, act: string): void {
    if (forMs === 0) return
    if (act.startsWith('state files')) this.#invariants.stoodStillInRestart()
    this.#passWithout(this.machine.totalMs + forMs)
  }

  #do(op: Op): void {
    this.#invariants.notes(op.kind)
    const { cluster, machine } = this
    switch (op.kind) {
      case 'push':
        return void this.#push(op)
      case 'rollout':
        return void this.#rollOut(op)
      case 'delete':
        this.#history.note()
        return void cluster.delete(op.source)
      case 'stale':
        return void this.#lives.hear(op.source, this.#history.stale(op.source))
      case 'watch':
        return void this.#lives.hear(op.source, this.#history.events(op))
      case 'restored-etcd':
        return void this.#history.restore(op)
      case 'stop':
      case 'power-in-rescue':
        return void this.#interruptions.plan(op)
      case 'frozen-agent':
        if (op.acts === undefined) this.#lives.frozenUntil = machine.totalMs + op.forMs
        else this.#interruptions.plan({ ...op, acts: op.acts })
        return
      case 'frozen-disk':
        this.#diskFrozenUntil = machine.totalMs + op.forMs
        return
      case 'failing-writes':
        // What was good cannot be written, and its state file stays behind.
        if (op.fate !== 'lost') this.#invariants.mayEnd = true
        return void this.#storage.fail(op)
      case 'state-file':
        return void this.#lives.replaceState(op)
      case 'downgrade':
        return void this.#lives.downgrade(op.forMs)
      case 'reboot':
        this.#lives.restart()
        return void machine.reboot()
      case 'foreign-write':
        this.#foreignWrites += 1
        return void this.#writeAsOther(foreignContent(op.works, this.#foreignWrites))
      case 'damage-journal':
        if (machine.disk.journal !== undefined) machine.disk.journal = { text: machine.disk.journal.text.slice(0, -20) }
        this.#lives.losesJournal()
        return void this.#lives.restart()
      default:
        if (isOfUser(op)) this.#history.note()
        strike(op, { machine, cluster, documents: this.#documents })
    }
  }

  /** A configuration of another program takes the place of the live file. */
  #writeAsOther(content: string): void {
    const { disk } = this.machine
    this.#invariants.isWrittenByOther(disk.live, content)
    disk.live = content
    disk.liveAt = instantOf(this.machine.moment())
    this.#storage.isOnDisk(['live'])
  }

  #rollOut({ is, promoted, candidate }: Extract<Op, { kind: 'rollout' }>): void {
    this.#history.note()
    const { disk } = this.machine
    const documentIn = (slot: string, document: number | undefined): FoundDocument => {
      if (document === undefined) return { kind: 'absent' }
      const checkpoint = checkpointOf(document)
      disk.checkpoints.add(checkpoint)
      const about = { source: 'global', uid: 'uid-rollout', resourceVersion: slot, revision: undefined } as const
      const version = { ...about, checkpoint, digest: `v1:sha256:${document}` }
      return { kind: 'document', version, acceptedRisks: ['state-file'] }
    }
    const both = { promoted: documentIn('1', promoted), candidate: documentIn('2', candidate) }
    this.cluster.rollOut(is === 'gone' ? undefined : { is, ...both })
  }

  #push({ source, document, accepts }: Extract<Op, { kind: 'push' }>): void {
    this.#history.note()
    const checkpoint = checkpointOf(document)
    this.machine.disk.checkpoints.add(checkpoint)
    this.cluster.push(source, { checkpoint, digest: `v1:sha256:${document}` }, accepts ? ['state-file'] : [])
  }
}
