import type { OptOutMode } from '../../../../src/lib/agent/model/opt-out.ts'
import type { Phase } from '../../../../src/lib/agent/model/phase.ts'
import { heartbeatMs } from '../../../../src/lib/agent/report/heartbeat.ts'
import {
  type AgentReport,
  type ReportedConfig,
  type ReportedFact,
  writeReport,
} from '../../../../src/lib/agent/report/report.ts'
import type { Node } from '../../../../src/lib/api/node.ts'
import { agent, rollout as names } from '../../../../src/lib/names.ts'
import { admits } from '../../../../src/lib/rollouts/gate.ts'
import type { ProbeOutcome } from '../../../../src/lib/rollouts/probe.ts'
import { noDocument, type RolloutDocument } from '../../../../src/lib/rollouts/rollout.ts'
import { node } from '../../pods/samples.ts'
import type { AgentKind, Effect, NodeKind } from './schedule.ts'
import type { SimulatedCluster, Stored } from './simulated-cluster.ts'

/** A source must be quiet for so long before an agent does what it says. */
const quietMs = 2_000
const restartMs = 30_000
const crashMs = 60_000
const askAgainMs = 60_000
/** From a restart to the first pod that is evicted, and from one to the next; and how many. */
const evictions = { firstMs: 10_000, nextMs: 300_000, most: 24 }
/** After which the API server says that nothing is heard of a kubelet. */
const unheardMs = 40_000

export type Work =
  /** The agent has reported it, and has not restarted the kubelet yet. */
  | { readonly kind: 'waiting'; readonly digest: string; readonly startsAt: number }
  | { readonly kind: 'trial'; readonly digest: string; readonly endsAt: number; readonly isProven: boolean }
  /** To what was good, after a trial. */
  | { readonly kind: 'returning'; readonly from: string; readonly endsAt: number }

/** Where a digest that a node is to run comes from. */
export type Source = 'rollout' | 'released' | 'own' | 'opt-out'

export interface Wanted {
  readonly digest: string
  readonly source: Source
  /** Of what a rollout gives. */
  readonly generation?: number
}

interface About {
  readonly name: string
  readonly kind: NodeKind
  readonly agents: AgentKind
  /** What it runs when it is made. */
  readonly runs: string
  /** Of the time that the agents take for their turns, from 0 to 1. */
  readonly place: number
}

interface Surroundings {
  readonly cluster: SimulatedCluster
  readonly effectOf: (digest: string, machine: Machine) => Effect
  /** Called right before the kubelet is restarted with something else. */
  readonly restarts: (machine: Machine, wanted: Wanted) => void
  /** Called after each turn. */
  readonly turned: (machine: Machine) => void
}

type Fault = 'dead' | 'stalled' | 'silent' | 'notReady'

/** A node with its kubelet and its agent, which does what the gate says, in a time of its own. */
export class Machine {
  readonly name: string
  readonly kind: number
  readonly createdAt: string
  order: NodeKind['order']
  runs: string
  good: string
  work: Work | undefined
  /** Documents that the agent does not try again. */
  readonly bad = new Set<string>()
  /** The kubelet does not stay up. */
  isIll = false
  optOut: OptOutMode | undefined
  own: string | undefined
  isGone = false
  /** When it has left the rollouts, milliseconds of virtual time. */
  memberUntil = 0
  /** Until then, milliseconds of virtual time; `stalled`: the agent's watches show nothing new. */
  readonly until: Record<Fault, number> = { dead: 0, stalled: 0, silent: 0, notReady: 0 }
  /** Since when it has proven what it runs, and was Ready. */
  wellSince = 0
  /** When the API server has shown something new of it. */
  shownAt = 0
  readonly #about: About
  readonly #of: Surroundings
  readonly #condition: Node['agentCondition']
  #seen: Stored | undefined
  #desired: string | undefined
  #given: { readonly stored: Stored; readonly order: NodeKind['order']; readonly document: RolloutDocument } | undefined
  #silentSince = 0
  #reportedAt = 0
  #annotation = ''
  #said = ''
  #shown = ''
  #restarted = 0

  constructor(about: About, surroundings: Surroundings) {
    this.#about = about
    this.#of = surroundings
    const { cluster } = surroundings
    this.name = about.name
    this.kind = about.kind.kind
    this.order = about.kind.order
    this.runs = about.runs
    this.good = about.runs
    // The API server cuts times off at whole seconds.
    this.createdAt = new Date(cluster.now()).toISOString().replace(/\.\d+/, '')
    this.#condition = new Heartbeats(() => cluster.timeAt(this.#heardAt()))
  }

  get isSilent(): boolean {
    return this.#now < this.until.silent
  }

  /** It is reached, and its agent runs and hears. */
  get isReached(): boolean {
    const { dead, stalled, silent } = this.until
    return this.#now >= Math.max(dead, stalled, silent)
  }

  /** A document of this node, or an opt-out, comes before any rollout. */
  get isMember(): boolean {
    return !this.isGone && this.optOut === undefined && this.own === undefined
  }

  get #now(): number {
    return this.#of.cluster.queue.now()
  }

  suffer(fault: Fault, forMs: number): void {
    const { queue } = this.#of.cluster
    const now = this.#now
    if (fault === 'silent' && !this.isSilent) {
      this.#silentSince = now
      queue.after(unheardMs, () => this.publish())
    }
    // Time that nobody watches is not time of a trial.
    if (fault === 'dead' && this.work?.kind === 'trial') this.work = { ...this.work, endsAt: this.work.endsAt + forMs }
    this.until[fault] = Math.max(this.until[fault], now + forMs)
    this.publish()
    queue.after(forMs, () => this.turn())
  }

  /** Everything that was wrong with it is over. */
  mend(): void {
    for (const fault of ['dead', 'stalled', 'silent', 'notReady'] as const)
      this.until[fault] = Math.min(this.until[fault], this.#now)
    this.bad.clear()
    this.isIll = false
    if (this.work?.kind === 'trial') this.#try(this.work.digest)
    this.turn()
  }

  forgetBad(): void {
    this.bad.clear()
    this.turn()
  }

  leave(): void {
    this.isGone = true
    this.#of.cluster.change({ kind: 'node', name: this.name, node: undefined })
  }

  /** What a rollout, as it is stored, gives this node; undefined: it decides nothing. */
  givenBy(stored: Stored | undefined): RolloutDocument | undefined {
    if (stored?.reading.kind !== 'rollout' || stored.reading.rollout.policy === undefined) return undefined
    const { order } = this
    if (this.#given?.stored === stored && this.#given.order === order) return this.#given.document
    const { promoted, progress } = stored.reading.rollout
    const isAdmitted = progress !== undefined && admits(progress.gate, this)
    const document = isAdmitted ? progress.candidate : promoted
    this.#given = { stored, order, document }
    return document
  }

  /** What the agent takes to be wanted; undefined: it keeps what it runs. */
  wanted(): Wanted | undefined {
    if (this.optOut === 'freeze') return undefined
    if (this.optOut === 'local') return { digest: noDocument, source: 'opt-out' }
    if (this.own !== undefined) return { digest: this.own, source: 'own' }
    return this.#wantedBy(this.#seen)
  }

  #wantedBy(stored: Stored | undefined): Wanted | undefined {
    const given = this.givenBy(stored)
    if (given !== undefined) return { digest: given.digest, source: 'rollout', generation: given.generation }
    const isReleased = stored?.reading.kind === 'rollout'
    return isReleased && this.#desired !== undefined ? { digest: this.#desired, source: 'released' } : undefined
  }

  /** The agent looks at what it knows, and does the next thing. */
  turn(): void {
    if (this.isGone) return
    const { cluster, turned } = this.#of
    if (this.#now >= this.until.dead) {
      if (this.isReached) {
        this.#seen = cluster.stored
        this.#desired = cluster.desired.kind === 'document' ? cluster.desired.digest : undefined
      }
      this.#conclude()
      this.#decide()
    }
    this.publish()
    turned(this)
  }

  #conclude(): void {
    const { work } = this
    if (work === undefined || work.kind === 'waiting' || this.#now < work.endsAt) return
    if (work.kind === 'returning') {
      this.work = undefined
      this.wellSince = this.#now
    } else if (!work.isProven) {
      this.bad.add(work.digest)
      this.#goBack(work.digest)
      // Only the API server can tell that a kubelet works.
    } else if (!this.isSilent) {
      this.work = undefined
      this.good = work.digest
      this.wellSince = this.#now
      this.#sickenLater(work.digest)
    }
  }

  #sickenLater(digest: string): void {
    const effect = this.#of.effectOf(digest, this)
    if (effect.does !== 'sickens') return
    this.#of.cluster.queue.after(effect.afterMs, () => {
      if (this.work !== undefined || this.runs !== digest || this.#of.effectOf(digest, this).does !== 'sickens') return
      this.isIll = true
      this.turn()
    })
  }

  #decide(): void {
    const wanted = this.wanted()
    const { work } = this
    if (work?.kind === 'returning') return
    if (work?.kind === 'trial') {
      const isForbidden = wanted === undefined ? this.optOut !== undefined : wanted.digest !== work.digest
      if (isForbidden) this.#goBack(work.digest)
      return
    }
    if (wanted === undefined || wanted.digest === this.runs || this.isRefused(wanted.digest)) this.work = undefined
    else if (work?.digest !== wanted.digest) this.#waitFor(wanted)
    else if (this.#now >= work.startsAt) this.#start(wanted)
  }

  isRefused(digest: string): boolean {
    const effect = this.#of.effectOf(digest, this)
    return this.bad.has(digest) || (effect.does === 'refused' && isOn(effect.on, this))
  }

  #waitFor({ digest, source }: Wanted): void {
    const { place, agents } = this.#about
    const jitterMs = source === 'rollout' || source === 'released' ? place * agents.jitterMs : 0
    this.work = { kind: 'waiting', digest, startsAt: this.#now + quietMs + jitterMs }
    this.#wake(this.work.startsAt)
  }

  /** The API server is asked right before the restart. */
  #start(wanted: Wanted): void {
    const { cluster, restarts } = this.#of
    const isShared = wanted.source === 'rollout' || wanted.source === 'released'
    if (this.isSilent || (isShared && this.#wantedBy(cluster.stored)?.digest !== wanted.digest)) {
      this.work = { kind: 'waiting', digest: wanted.digest, startsAt: this.#now + askAgainMs }
      return void this.#wake(this.work.startsAt)
    }
    restarts(this, wanted)
    this.runs = wanted.digest
    this.isIll = false
    this.#try(wanted.digest)
    this.#restarted += 1
    this.#evictFrom(evictions.firstMs, { restart: this.#restarted, left: evictions.most })
  }

  /** How a new pod fares. */
  tryPod(): ProbeOutcome {
    const { cluster, effectOf } = this.#of
    const effect = effectOf(this.runs, this)
    const isDown = this.isIll || this.work?.kind === 'trial' || this.work?.kind === 'returning'
    if (this.isSilent || this.#now < this.until.notReady || isDown) return { kind: 'under-way', why: undefined }
    const isBroken = (effect.does === 'breaks-pods' && isOn(effect.on, this)) || this.#now < cluster.dnsDownUntil
    return { kind: 'ended', failed: isBroken ? [{ check: 'dns', why: 'ENOTFOUND' }] : [] }
  }

  get #evicts(): boolean {
    const effect = this.#of.effectOf(this.runs, this)
    return effect.does === 'evicts' && isOn(effect.on, this)
  }

  #evictFrom(inMs: number, { restart, left }: { readonly restart: number; readonly left: number }): void {
    if (!this.#evicts || left === 0) return
    const { cluster } = this.#of
    cluster.queue.after(inMs, () => {
      if (this.isGone || this.#restarted !== restart || !this.#evicts) return
      // What nobody hears of is told later.
      if (this.isSilent) return this.#evictFrom(evictions.firstMs, { restart, left })
      cluster.show(this.name, 'evicted')
      this.#evictFrom(evictions.nextMs, { restart, left: left - 1 })
    })
  }

  #try(digest: string): void {
    const { trialMs } = this.#about.agents
    const effect = this.#of.effectOf(digest, this)
    const isHere = 'on' in effect && isOn(effect.on, this)
    const fails = effect.does === 'fails' && isHere
    const longer = effect.does === 'takes-long' ? effect.ms : 0
    const lastsMs = fails ? crashMs : effect.does === 'hangs' && isHere ? Number.POSITIVE_INFINITY : trialMs + longer
    this.work = { kind: 'trial', digest, endsAt: this.#now + lastsMs, isProven: !fails }
    if (lastsMs < Number.POSITIVE_INFINITY) this.#wake(this.work.endsAt)
  }

  #goBack(from: string): void {
    this.runs = this.good
    this.#restarted += 1
    this.work = { kind: 'returning', from, endsAt: this.#now + restartMs }
    this.#wake(this.work.endsAt)
  }

  #wake(at: number): void {
    this.#of.cluster.queue.at(at, () => this.turn())
  }

  get isReady(): boolean {
    const isCrashing = this.work?.kind === 'trial' && !this.work.isProven
    return this.#now >= this.until.notReady && !this.isIll && !isCrashing && !this.#isUnheard
  }

  get #isUnheard(): boolean {
    return this.isSilent && this.#now >= this.#silentSince + unheardMs
  }

  #heardAt(): number {
    const { dead, silent } = this.until
    const now = this.#now
    if (now < silent) return this.#silentSince
    // What dies is heard until then, at the most.
    if (now < dead) return this.#reportedAt
    return Math.max(this.#reportedAt, now - (now % heartbeatMs))
  }

  /** What the API server shows of it. */
  publish(): void {
    if (this.isGone) return
    if (!this.isSilent && this.#now >= this.until.dead) this.#annotation = this.#reportText()
    const { isReady } = this
    const shown = `${isReady} ${this.#isUnheard} ${this.order} ${this.#annotation}`
    if (shown === this.#shown) return
    this.#shown = shown
    this.shownAt = this.#now
    if (!this.isSilent) this.#reportedAt = this.#now
    if (!isReady) this.wellSince = Number.POSITIVE_INFINITY
    else if (this.wellSince === Number.POSITIVE_INFINITY) this.wellSince = this.#now
    this.#of.cluster.change({ kind: 'node', name: this.name, node: this.#node() })
  }

  #node(): Node {
    return node({
      name: this.name,
      createdAt: this.createdAt,
      labels: this.order === undefined ? {} : { [names.orderLabel]: this.order },
      annotations: { [agent.annotation.status]: this.#annotation },
      agentCondition: this.#condition,
      ready: this.isReady,
      unreachable: this.#isUnheard,
      osImage: `image ${this.kind}`,
    })
  }

  #reportText(): string {
    const wanted = this.wanted()
    const said = this.#says(wanted)
    const { digest, generation } = wanted ?? {}
    const all = [
      said.phase,
      said.problem?.reason,
      digest,
      generation,
      this.runs,
      this.good,
      this.isIll,
      this.optOut,
    ].join()
    if (all === this.#said) return this.#annotation
    this.#said = all
    const report: AgentReport = {
      ...said,
      since: '',
      assigned: wanted && configOf(wanted.digest, wanted.generation),
      active: configOf(this.runs),
      lastKnownGood: configOf(this.good),
      trial: undefined,
      trouble: this.isIll ? factOf('KubeletCrashLoop') : undefined,
      optOut: this.optOut && { by: 'annotation', mode: this.optOut },
      bad: [],
      shadowedByFlags: [],
      drifted: false,
      allocatable: undefined,
      kubeletVersion: 'v1.36.3',
      followsRollouts: true,
      gated: true,
      generation: digest === noDocument ? generation : undefined,
    }
    return writeReport(report)
  }

  #says(wanted: Wanted | undefined): { readonly phase: Phase; readonly problem: ReportedFact | undefined } {
    const { work } = this
    const problem = undefined
    if (work?.kind === 'trial') return { phase: 'Trial', problem }
    if (work?.kind === 'returning') return { phase: 'RollingBack', problem: factOf('KubeletExits') }
    if (this.optOut === 'freeze') return { phase: 'Frozen', problem }
    if (work?.kind === 'waiting') return { phase: 'Resolving', problem }
    if (wanted === undefined || wanted.digest === this.runs) return { phase: 'Good', problem }
    if (this.bad.has(wanted.digest)) return { phase: 'RolledBack', problem: factOf('KubeletExits') }
    return { phase: 'Rejected', problem: factOf('ForbiddenByPolicy') }
  }
}

/** Whether an effect of some nodes is one of this. */
export const isOn = (on: number | undefined, { kind }: Pick<Machine, 'kind'>): boolean =>
  on === undefined || on === kind

const factOf = (reason: string): ReportedFact => ({ reason, message: reason })

const configOf = (digest: string, generation = 1): ReportedConfig =>
  digest === noDocument
    ? { source: 'local' }
    : { source: 'global', digest, uid: 'uid', resourceVersion: String(generation), revision: undefined }

/** The condition of an agent that renews it every few minutes: no write of it is an event here. */
class Heartbeats {
  readonly status = 'True'
  readonly reason = ''
  readonly message = ''
  readonly heartbeatAt = undefined
  readonly #heardAt: () => number
  #written = { at: Number.NaN, text: '' }

  constructor(heardAt: () => number) {
    this.#heardAt = heardAt
  }

  get writtenAt(): string {
    const at = this.#heardAt()
    if (this.#written.at !== at) this.#written = { at, text: new Date(at).toISOString() }
    return this.#written.text
  }
}
