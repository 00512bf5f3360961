import { Queue } from '../../../../src/sandbox/world/runtime/queue.ts'
import { Dice } from '../../../support/schedules/dice.ts'
import { fail } from '../../../support/schedules/violation.ts'
import { boundMs } from './bound.ts'
import { Invariants } from './invariants.ts'
import { isOn, Machine } from './machine.ts'
import { Mover } from './mover.ts'
import { People } from './people.ts'
import type { Effect, NodeKind, Op, Schedule } from './schedule.ts'
import { desiredOf, digestOf, SimulatedCluster } from './simulated-cluster.ts'

/** How often somebody looks whether a rollout waits for people, in the end. */
const operatorMs = 300_000
/** Of each node. */
const podsOfNoise = 3

/** A fleet, those who move its rollouts, and what happens to them. Throws Violation when an invariant does not hold. */
export class Run {
  readonly #schedule: Schedule
  readonly #cluster: SimulatedCluster
  readonly #machines: Machine[] = []
  #movers: readonly Mover[] = []
  readonly #people: People
  readonly #invariants: Invariants
  readonly #places = new Dice(1)
  #isMended = false
  #made = 0

  constructor(schedule: Schedule) {
    this.#schedule = schedule
    const cluster = new SimulatedCluster(new Queue(0))
    this.#cluster = cluster
    this.#people = new People(cluster)
    const checks = schedule.mode === 'safety'
    this.#invariants = new Invariants({
      cluster,
      machines: () => this.#machines,
      failsEverywhere: (digest) => this.#failsEverywhere(digest),
      breaksPodsEverywhere: (digest) => this.#isEverywhere(this.#effectOf(digest), ['breaks-pods']),
      breaksPods: (digest) => this.#effectOf(digest).does === 'breaks-pods',
      evictsEverywhere: (digest) => this.#isEverywhere(this.#effectOf(digest), ['evicts']),
    })
    for (const [index, kind] of schedule.nodes.entries()) this.#make(`node-${index}`, kind, digestOf(0))
    cluster.tryNode = (name) =>
      this.#machines.find((one) => one.name === name)?.tryPod() ?? { kind: 'under-way', why: undefined }
    cluster.onRollout = () => {
      if (checks) this.#invariants.changed()
      cluster.queue.after(schedule.agents.lagMs, () => {
        for (const machine of this.#machines) machine.turn()
      })
      for (const mover of this.#movers) mover.overlook()
    }
    this.#people.setPolicy(schedule.policy, true)
    this.#movers = schedule.movers.map(
      (kind) => new Mover(kind, cluster, (move) => checks && this.#invariants.moved(move)),
    )
    cluster.onChange = () => {
      for (const mover of this.#movers) mover.hear()
    }
    cluster.onClock = () => {
      for (const mover of this.#movers) mover.overlook()
    }
  }

  run(): void {
    const { queue } = this.#cluster
    queue.advance(1_000)
    for (const op of this.#schedule.ops) {
      queue.advance(op.after)
      this.#do(op)
    }
    this.#mend()
    this.#comeToRest()
  }

  #make(name: string, kind: NodeKind, runs: string): Machine {
    const checks = this.#schedule.mode === 'safety'
    const machine = new Machine(
      { name, kind, runs, agents: this.#schedule.agents, place: this.#places.below(1_000) / 1_000 },
      {
        cluster: this.#cluster,
        effectOf: (digest) => this.#effectOf(digest),
        restarts: (one, wanted) => checks && this.#invariants.restarts(one, wanted),
        turned: (one) => checks && this.#invariants.turned(one),
      },
    )
    this.#machines.push(machine)
    machine.turn()
    return machine
  }

  #effectOf(digest: string): Effect {
    const number = this.#schedule.documents.findIndex((_, one) => digestOf(one) === digest)
    return this.#isMended || number < 0 ? { does: 'works' } : this.#schedule.documents[number]!
  }

  #failsEverywhere(digest: string): boolean {
    return this.#isEverywhere(this.#effectOf(digest), ['fails', 'hangs'])
  }

  #isEverywhere(effect: Effect, does: readonly Effect['does'][]): boolean {
    return does.includes(effect.does) && 'on' in effect && this.#machines.every((machine) => isOn(effect.on, machine))
  }

  #do(op: Op): void {
    const cluster = this.#cluster
    const invariants = this.#invariants
    const machine = 'node' in op && typeof op.node === 'number' ? this.#machineAt(op.node) : undefined
    switch (op.kind) {
      case 'push':
        return void cluster.change({ kind: 'desired', desired: desiredOf(op.document) })
      case 'push-nonsense':
        return void cluster.change({
          kind: 'desired',
          desired: { kind: 'unusable', because: { reason: 'GlobalNotDecodable' } },
        })
      case 'mover-dies':
        invariants.notWatched(op.forMs)
        return void this.#moverAt(op.mover).die(op.forMs)
      case 'mover-stalls':
        invariants.notWatched(op.forMs)
        return void this.#moverAt(op.mover).stall(op.forMs)
      case 'mover-freezes':
        invariants.notWatched(op.forMs)
        return void this.#moverAt(op.mover).freeze(op.forMs)
      case 'agent-dies':
        return void machine?.suffer('dead', op.forMs)
      case 'agent-stalls':
        return void machine?.suffer('stalled', op.forMs)
      case 'silence':
        return void machine?.suffer('silent', op.forMs)
      case 'not-ready':
        return void machine?.suffer('notReady', op.forMs)
      case 'reboot':
        machine?.suffer('dead', op.forMs)
        return void machine?.suffer('notReady', op.forMs)
      case 'make-node':
        this.#made += 1
        return void invariants.joins(this.#make(`new-${this.#made}`, op.node, digestOf(undefined)))
      case 'ask':
        if (!this.#people.ask(op.change)) return
        if (op.change === 'promote') invariants.promotedByPeople()
        if (op.change === 'retry') invariants.retried()
        return
      case 'pod-noise':
        invariants.noisy()
        return void this.#makeNoise(op)
      case 'dns-fails':
        invariants.newPodsFail()
        cluster.dnsDownUntil = Math.max(cluster.dnsDownUntil, cluster.queue.now() + op.forMs)
        return
      case 'pods-unreadable':
        cluster.podsUnreadableUntil = Math.max(cluster.podsUnreadableUntil, cluster.queue.now() + op.forMs)
        return
      case 'set-policy':
        return void this.#setPolicy(op)
      case 'delete-policy':
        if (!this.#people.deletePolicy(op.force)) return
        invariants.objectReplaced()
        return void invariants.excuseAll()
      case 'damage':
        return void cluster.damage(op.what)
      case 'delete-object':
        return void cluster.deleteObject()
      case 'restore':
        cluster.restore(op.writesAgo)
        invariants.excuseAll()
        return void invariants.objectReplaced()
      case 'clock':
        invariants.clockSet(op.byMs)
        return void cluster.setClock(op.byMs)
      default:
        if (machine !== undefined) this.#doTo(machine, op)
    }
  }

  #doTo(machine: Machine, op: Op): void {
    const invariants = this.#invariants
    const wasMember = machine.isMember
    switch (op.kind) {
      case 'opt-out':
        machine.optOut = op.mode
        break
      case 'opt-in':
        machine.optOut = undefined
        break
      case 'push-own':
      case 'delete-own':
        machine.own = op.kind === 'push-own' ? digestOf(op.document) : undefined
        this.#cluster.change({ kind: 'own-document', name: machine.name, isThere: machine.own !== undefined })
        break
      case 'delete-node':
        if (this.#machines.length === 1) return
        machine.leave()
        this.#machines.splice(this.#machines.indexOf(machine), 1)
        break
      case 'forget-bad':
        invariants.excuse(machine)
        return void machine.forgetBad()
      case 'label':
        machine.order = op.order
        if (wasMember) invariants.joins(machine)
        break
      default:
        return
    }
    if (wasMember && !machine.isMember) {
      machine.memberUntil = this.#cluster.queue.now()
      invariants.leaves(machine)
    }
    if (!wasMember && machine.isMember) invariants.joins(machine)
    machine.turn()
  }

  #makeNoise({ shows, on }: Extract<Op, { kind: 'pod-noise' }>): void {
    const every = on === 'all' ? 1 : 2
    this.#machines
      .filter((_, index) => index % every === 0)
      .forEach(({ name }) => {
        // Of a workload that has pods everywhere, and mends itself.
        if (shows === 'not-started') this.#cluster.show(name, shows, 'web')
        else for (let pods = 0; pods < podsOfNoise; pods++) this.#cluster.show(name, shows)
      })
  }

  #setPolicy({ policy, force }: Extract<Op, { kind: 'set-policy' }>): void {
    const isReplaced = this.#cluster.rollout === undefined
    const done = this.#people.setPolicy(policy, force)
    if (done === 'begun' && isReplaced) this.#invariants.objectReplaced()
    if (done === 'begun' && force) this.#invariants.excuseAll()
  }

  #machineAt = (index: number): Machine => this.#machines[index % this.#machines.length]!

  #moverAt = (index: number): Mover => this.#movers[index % this.#movers.length]!

  /** All that is wrong is over, and somebody stores a document that works; where nothing was wrong, what is stored goes on. */
  #mend(): void {
    const { policy, documents, mode } = this.#schedule
    for (const mover of this.#movers) mover.mend()
    this.#cluster.podsUnreadableUntil = 0
    this.#cluster.dnsDownUntil = 0
    if (mode === 'liveness') return
    this.#isMended = true
    this.#cluster.mendPods()
    if (this.#cluster.rollout?.policy === undefined) {
      this.#cluster.change({ kind: 'desired', desired: desiredOf(0) })
      this.#setPolicy({ after: 0, kind: 'set-policy', policy, force: true })
    }
    for (const machine of [...this.#machines]) {
      // What it had refused, it tries again.
      this.#invariants.excuse(machine)
      machine.mend()
    }
    this.#cluster.change({ kind: 'desired', desired: desiredOf(documents.length) })
  }

  /** Within a bound, all nodes have what is wanted. */
  #comeToRest(): void {
    const cluster = this.#cluster
    const end =
      cluster.queue.now() + boundMs(this.#schedule, { nodes: this.#machines.length, policy: cluster.rollout!.policy! })
    while (!this.#isDone()) {
      if (cluster.queue.now() >= end)
        fail(
          `${this.#without()
            .map(({ name }) => name)
            .join(', ')} did not get what is wanted: ${JSON.stringify(cluster.rollout)}`,
        )
      this.#operate()
      cluster.queue.advance(operatorMs)
    }
    const blamed = cluster.rollout!.past.find(({ cause }) => cause?.reason === 'NodesFailed')
    if (this.#schedule.mode === 'liveness' && blamed !== undefined)
      fail(`a good document was aborted: ${JSON.stringify(blamed)}`)
  }

  #operate(): void {
    const { progress, policy } = this.#cluster.rollout!
    if (progress?.phase === 'Paused') this.#people.ask('resume')
    if (policy!.waves[progress?.wave ?? 0]?.approval === true) this.#people.ask('approve')
  }

  #isDone(): boolean {
    const { promoted, progress } = this.#cluster.rollout!
    // What nobody tries is not promoted.
    if (this.#machines.every(({ isMember }) => !isMember)) return progress?.phase !== 'Aborting'
    return progress === undefined && promoted.digest === this.#wanted() && this.#without().length === 0
  }

  #wanted(): string {
    const { desired } = this.#cluster
    return desired.kind === 'document' ? desired.digest : ''
  }

  #without(): readonly Machine[] {
    const wanted = this.#wanted()
    return this.#machines.filter(({ isMember, runs, work }) => isMember && (runs !== wanted || work !== undefined))
  }
}
