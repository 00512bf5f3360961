import type { DocumentVersion } from '../../../../src/lib/agent/model/config.ts'
import { instantOf } from '../../../../src/lib/agent/model/instant.ts'
import type { State } from '../../../../src/lib/agent/state/state.ts'
import { SimulatedCluster } from '../../../../src/lib/simulated-host/cluster.ts'
import { newDisk } from '../../../../src/lib/simulated-host/disk.ts'
import { SimulatedMachine } from '../../../../src/lib/simulated-host/machine.ts'
import { tempers } from '../../../../src/lib/simulated-host/temper.ts'
import { Stopped, type World } from './carry-out.ts'
import { checkEnd } from './check-end.ts'
import { fail, Invariants } from './invariants.ts'
import { type Op, type Schedule, settingsOf, versions } from './schedule.ts'
import { SimulatedAgent } from './simulated-agent.ts'
import { checkpointOf, foreignContent, SimulatedDocuments } from './simulated-documents.ts'
import { mend, strike } from './strike.ts'

/** How long it is watched after the last fault: so often, all is listed again, and everything must come to rest. */
const rests = [2, 2, 2].map((hours) => hours * 3_600_000)

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
  readonly #older = new Map<'node' | 'global', DocumentVersion>()
  #agent: SimulatedAgent | undefined
  #agentStartsAt = 0
  #stop: Extract<Op, { kind: 'stop' }> | undefined
  #acts = 0
  #foreignWrites = 0

  constructor(schedule: Schedule, onStep: OnStep) {
    this.#schedule = schedule
    const documents = new SimulatedDocuments(schedule.documents)
    this.#documents = documents
    const disk = newDisk()
    const temperNow = (content: string, version: string) =>
      documents.areBroken(disk.others) ? tempers.exits : documents.temperOf(content, version)
    this.machine = new SimulatedMachine(this.cluster, temperNow, disk)
    this.machine.kubelet.version = versions.first
    this.#invariants = new Invariants(this.machine, (content) =>
      documents.temperOf(content, this.machine.kubelet.version),
    )
    this.#world = {
      machine: this.machine,
      cluster: this.cluster,
      settings: settingsOf(schedule),
      verdictOn: (effect) => documents.verdictOn(effect, this.machine),
      beforeAct: (act) => this.#beforeAct(act),
      watch: (before, event, after) => {
        this.#invariants.watch(before, event, after)
        onStep(before, after)
      },
    }
  }

  run(): void {
    this.#pass(1_000)
    for (const op of this.#schedule.ops) {
      this.#pass(op.after)
      this.#do(op)
      this.#agent?.listAgain()
    }
    this.#mend()
    for (const ms of rests) {
      this.#agent?.listAgain()
      this.#pass(ms)
    }
    checkEnd({ machine: this.machine, cluster: this.cluster, state: this.#agent!.state, invariants: this.#invariants })
  }

  /** All faults are over: from now on, everything must come to rest. */
  #mend(): void {
    this.#stop = undefined
    mend({ machine: this.machine, cluster: this.cluster, documents: this.#documents })
    this.cluster.reachable = !this.#schedule.endsSilent
  }

  #pass(ms: number): void {
    const end = this.machine.totalMs + ms
    for (let turns = 0; ; turns += 1) {
      if (turns > 20_000) fail('does not come to rest')
      this.#turn()
      const left = end - this.machine.totalMs
      if (left <= 0) return
      this.machine.advance(Math.max(1, Math.min(left, this.#nextInMs())))
    }
  }

  #nextInMs(): number {
    const now = this.machine.moment().uptimeMs
    const agent = this.#agent === undefined ? this.#agentStartsAt - this.machine.totalMs : this.#agent.wakesAt() - now
    return Math.min(agent, (this.machine.kubelet.nextAtMs() ?? Number.POSITIVE_INFINITY) - now)
  }

  #turn(): void {
    try {
      if (this.#agent === undefined && this.machine.totalMs < this.#agentStartsAt) return
      this.#agent ??= new SimulatedAgent(this.#world)
      this.#agent.run()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      this.#stopAgent()
    }
  }

  #restartAgent(): void {
    this.#agent = undefined
    this.#agentStartsAt = 0
    this.#invariants.stopped()
  }

  #stopAgent(): void {
    const { how, downMs } = this.#stop!
    this.#stop = undefined
    this.#agent = undefined
    this.#invariants.stopped()
    this.#agentStartsAt = this.machine.totalMs + downMs
    if (how === 'power') this.machine.reboot()
  }

  #beforeAct(act: string): void {
    this.#acts += 1
    if (this.#stop !== undefined && this.#acts > this.#stop.acts) throw new Stopped()
    this.#invariants.act(act)
  }

  #do(op: Op): void {
    this.#invariants.hears(op.kind)
    const { cluster, machine } = this
    switch (op.kind) {
      case 'push':
        return void this.#push(op)
      case 'delete':
        return void cluster.delete(op.source)
      case 'stale': {
        const version = this.#older.get(op.source)
        const isKnown = version !== undefined && cluster.reachable
        if (!isKnown) return
        const found = { kind: 'document', version, acceptedRisks: [] } as const
        this.#agent?.hear({ kind: 'source', source: op.source, found })
        this.#agent?.hear({ kind: 'source', source: op.source, found: cluster.found(op.source) })
        return
      }
      case 'stop':
        this.#stop = { ...op, acts: this.#acts + op.acts }
        return
      case 'reboot':
        this.#restartAgent()
        machine.reboot()
        return
      case 'foreign-write':
        this.#foreignWrites += 1
        machine.disk.live = foreignContent(op.works, this.#foreignWrites)
        machine.disk.liveAt = instantOf(machine.moment())
        this.#invariants.good.add(machine.disk.live)
        return
      case 'damage-journal':
        this.#invariants.losesJournal()
        if (machine.disk.journal !== undefined) machine.disk.journal = machine.disk.journal.slice(0, -20)
        this.#restartAgent()
        this.#invariants.forget()
        return
      default:
        strike(op, { machine, cluster, documents: this.#documents })
    }
  }

  #push({ source, document, accepts }: Extract<Op, { kind: 'push' }>): void {
    const before = this.cluster.stored(source)?.version
    if (before !== undefined) this.#older.set(source, before)
    const checkpoint = checkpointOf(document)
    this.machine.disk.checkpoints.add(checkpoint)
    this.cluster.push(source, { checkpoint, digest: `v1:sha256:${document}` }, accepts ? ['state-file'] : [])
  }
}
