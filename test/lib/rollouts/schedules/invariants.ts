import { admits, nodesOf, wasThere } from '../../../../src/lib/rollouts/gate.ts'
import type { Share } from '../../../../src/lib/rollouts/policy.ts'
import type { Progress, Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import { windowAt } from '../../../../src/lib/rollouts/windows.ts'
import { fail } from '../../../support/schedules/violation.ts'
import type { Machine, Wanted } from './machine.ts'
import type { Move } from './mover.ts'
import type { SimulatedCluster } from './simulated-cluster.ts'

const minute = 60_000

/** What opens the gate, and so needs a window. */
const opening: ReadonlySet<string> = new Set(['start', 'admit', 'next-wave', 'promote'])
const hour = 60 * minute

/** Whoever moves a rollout knows by then how a node is. */
const noticedMs = minute
/** A watch that stands still does so for this time at the most. */
const longestStallMs = 11 * minute
/** What was in force so long ago may still have nodes away. */
const remembersMs = hour
/** Of the rollouts that have ended, an object remembers so many. */
const mostPast = 10

interface Surroundings {
  readonly cluster: SimulatedCluster
  readonly machines: () => readonly Machine[]
  readonly failsEverywhere: (digest: string) => boolean
  readonly evictsEverywhere: (digest: string) => boolean
  readonly breaksPodsEverywhere: (digest: string) => boolean
  readonly breaksPods: (digest: string) => boolean
}

/** A rollout from its beginning to its end. */
interface Attempt {
  readonly startedAt: number
  /** Somebody has put the object there: who knows what it had let in before. */
  readonly isRestored: boolean
  /** Nodes that have ever run the candidate, and count. */
  readonly touched: Set<Machine>
  maxFailures: number
  /** Whichever policy was in force, canaries came first. */
  beginsWithCanaries: boolean
  /** Pods say what a document does: the policy asks them, and nothing else has hurt any. */
  asksPods: boolean
  /** New pods say what a document does: the policy has a probe, and nothing else breaks them. */
  asksProbes: boolean
  most: number
}

/** Why what a node does is not what a rollout has made of it. */
interface Excuse {
  readonly since: number
  /** It has come under the rollouts: one that began before does not know it, and gives it at its end what is promoted. */
  readonly isNew: boolean
}

/** What must hold at every moment, whatever happens to a fleet and to those who move its rollouts. */
export class Invariants {
  readonly #of: Surroundings
  /** Nodes that are away because of a rollout. */
  readonly #away = new Set<Machine>()
  readonly #excuses = new Map<Machine, Excuse>()
  /** What the object gives each node, and since when. */
  readonly #given = new Map<Machine, { readonly digest: string | undefined; readonly since: number }>()
  /** Since when a node runs what it runs, or is ill. */
  readonly #changed = new Map<Machine, { readonly is: string; readonly since: number }>()
  #allowances: { readonly at: number; readonly most: number }[] = []
  #calmSince = 0
  #attempt: Attempt | undefined
  /** Documents that must not be tried again, each with the number of rollouts that have ended since. */
  readonly #refused = new Map<string, number>()
  /** It may do so in the midst of any rollout from then on. */
  #newPodsFail = false
  #clockSetAt = Number.NEGATIVE_INFINITY
  #unwatchedUntil = Number.NEGATIVE_INFINITY

  constructor(surroundings: Surroundings) {
    this.#of = surroundings
  }

  get #now(): number {
    return this.#of.cluster.queue.now()
  }

  // --- never more than maxUnavailable nodes away because of us

  restarts(machine: Machine, { digest, source }: Wanted): void {
    this.#away.delete(machine)
    if (machine.optOut !== undefined && source === 'rollout')
      fail(`${machine.name} has opted out, and is given ${digest}`)
    // The document of a node, an opt-out, or the global document without any rollout.
    if (source !== 'rollout') return
    const isOurs = !this.#excuses.has(machine) && !this.#hasHadItsTime(machine)
    if (isOurs) this.#isAway(machine)
    if (isOurs) this.#touches(machine, digest)
  }

  #isAway(machine: Machine): void {
    this.#away.add(machine)
    const most = this.#allowed()
    if (this.#away.size <= most) return
    const away = [...this.#away].filter((one) => !this.#hasHadItsTime(one))
    if (away.length > most) fail(`${namesOf(away)} are away at a time, and ${most} may be`)
  }

  /**
   * What is not back within nodeDeadline, as while its agent is silent, does not keep an aborted rollout from its end: it comes back
   * later, on its own.
   */
  #hasHadItsTime(machine: Machine): boolean {
    const { rollout } = this.#of.cluster
    const given = this.#given.get(machine)
    if (rollout?.policy === undefined || given === undefined) return false
    const isWayBack = given.digest === rollout.promoted.digest || rollout.progress?.phase === 'Aborting'
    return isWayBack && this.#now - given.since >= rollout.policy.nodeDeadlineMs
  }

  /** By the policies and the numbers of nodes of the last hour, or since a node is away. */
  #allowed(): number {
    const from = Math.min(this.#calmSince, this.#now - remembersMs)
    const last = this.#allowances.findLastIndex(({ at }) => at <= from)
    if (last > 0) this.#allowances = this.#allowances.slice(last)
    return Math.max(...this.#allowances.map(({ most }) => most))
  }

  #countMembers(): void {
    const share = this.#of.cluster.rollout?.policy?.maxUnavailable
    if (share === undefined) return
    const most = atATime(share, this.#of.machines().filter(({ isMember }) => isMember).length)
    if (this.#allowances.at(-1)?.most !== most) this.#allowances.push({ at: this.#now, most })
  }

  // --- never more than canaries and budget touched by a document that fails everywhere

  #touches(machine: Machine, digest: string): void {
    const progress = this.#of.cluster.rollout?.progress
    const attempt = this.#attempt
    if (progress?.candidate.digest !== digest || attempt === undefined || attempt.isRestored) return
    attempt.touched.add(machine)
    this.#leavesCanaries(machine, attempt, progress, digest)
    const isSeen = attempt.asksPods && this.#of.evictsEverywhere(digest)
    if (!this.#of.failsEverywhere(digest) && !isSeen) return
    // Failures that are tolerated let it go on, one by one.
    const most = attempt.most + attempt.maxFailures - 1
    const touched = [...attempt.touched].filter(({ isMember }) => isMember)
    if (touched.length > most)
      fail(`${digest} fails everywhere, and has reached ${touched.length} nodes of at most ${most}`)
    if (isBeyond(machine, attempt, progress))
      fail(`${digest} fails everywhere, and has reached ${machine.name}, which is no canary`)
  }

  /** New pods are tried when all canaries have it. */
  #leavesCanaries(machine: Machine, attempt: Attempt, progress: Progress, digest: string): void {
    if (attempt.asksProbes && this.#of.breaksPodsEverywhere(digest) && isBeyond(machine, attempt, progress))
      fail(`with ${digest}, no new pod works, and it has reached ${machine.name}, which is no canary`)
  }

  // --- what a mover may do

  moved(move: Move): void {
    const { step, before, after, lookedAt } = move
    if (opening.has(step)) this.#inWindows(before, lookedAt)
    if (opening.has(step)) this.#seesPods(move)
    const [was, is] = [before.progress, after.progress]
    switch (step) {
      case 'start':
        if (was === undefined) this.#begins(is!)
        break
      case 'admit':
        if (is!.gate.upTo < was!.gate.upTo) fail('a gate that opens closes for others')
        this.#mayGoOn(before)
        this.#admits(is!.gate.nodes.slice(was!.gate.nodes.length), move)
        break
      case 'close':
        if (is!.gate.upTo > was!.gate.upTo || is!.gate.nodes.some((name) => !was!.gate.nodes.includes(name)))
          fail('a gate that closes opens for others')
        break
      case 'next-wave':
        this.#soaked(move)
        break
      case 'promote':
        this.#soaked(move)
        this.#promotes(move)
        break
      case 'end':
        this.#ends(move)
        break
      case 'note':
      case 'clock':
      case 'soak':
      case 'abort':
      case 'pause':
        break
    }
    if (was !== undefined && is === undefined) this.#over(after)
  }

  #inWindows({ policy }: Rollout, lookedAt: number): void {
    const at = this.#of.cluster.timeAt(lookedAt)
    if (windowAt(policy!.windows, at).kind === 'closed') fail(`the gate opens at ${new Date(at).toISOString()}`)
  }

  /** Whoever lets more nodes have a document has looked at the pods of those that have it. */
  #seesPods({ before: { policy, progress }, members, seesPods, step }: Move): void {
    if (seesPods || policy!.pods === 'ignore' || progress === undefined) return
    const { gate, candidate } = progress
    const having = members.filter((node) => node.report.runs === candidate.digest && admits(gate, node))
    if (having.length > 0) fail(`${step}, and nobody can see the pods of ${having.map(({ name }) => name).join(', ')}`)
  }

  /** People have the last word. */
  #mayGoOn({ policy, progress }: Rollout): void {
    const { phase, wave, approvedWave } = progress!
    if (phase !== 'Progressing') fail(`nodes are admitted while it is ${phase}`)
    if (policy!.waves[wave]?.approval === true && approvedWave < wave) fail(`wave ${wave} is not approved`)
  }

  /** Nobody is admitted who has opted out, as its agent reports, or whose own document counts. */
  #admits(names: readonly string[], { blindMs }: Move): void {
    for (const machine of this.#of.machines()) {
      const isSeen =
        machine.isReached && Math.min(this.#now - machine.memberUntil, this.#unchangedMs(machine)) > blindMs
      if (names.includes(machine.name) && !machine.isMember && isSeen)
        fail(`${machine.name} is admitted, and has opted out, or has a document of its own`)
    }
  }

  /** The nodes of a wave are well for as long as the policy says before the next one begins. */
  #soaked({ before, lookedAt, blindMs }: Move): void {
    const { policy, progress } = before
    const soakMs = policy!.waves[progress!.wave]?.soakMs ?? policy!.soakMs
    // Where the clock was set, or nobody has watched, nobody knows.
    if (Math.max(this.#clockSetAt, this.#unwatchedUntil) > lookedAt - soakMs - minute) return
    // A mover that is behind may have begun it too early.
    const unseenMs = blindMs + minute / 2
    for (const machine of this.#of.machines()) {
      if (!this.#counts(machine, progress!) || machine.isRefused(progress!.candidate.digest) || machine.isIll) continue
      const wellMs = lookedAt - machine.wellSince
      // As one that has failed, it does not hold the wave, whatever becomes of it.
      if (machine.wellSince - this.#given.get(machine)!.since >= policy!.nodeDeadlineMs - minute) continue
      if (wellMs > unseenMs && wellMs < soakMs - unseenMs)
        fail(`the wave goes on, and ${machine.name} is well for ${wellMs} ms only`)
    }
  }

  /** What is promoted restarts no kubelet, but of nodes that the rollout did not count. */
  #promotes({ before, blindMs, members }: Move): void {
    const { policy, progress } = before
    const { digest } = progress!.candidate
    if (members.every(({ report }) => report.kind !== 'proven' || report.digest !== digest))
      fail('it is promoted, and nobody has proven it')
    const without = this.#of.machines().filter((machine) => {
      const isProven = machine.runs === digest && machine.work === undefined && !machine.isIll
      // One that was made after a mover had decided to begin, and before it could store that, is as one that joins later.
      const isCounted = nodesOf(progress!.gate, [machine]).length > 0
      return (
        isCounted && machine.isMember && !this.#excuses.has(machine) && !isProven && this.#isKnown(machine, blindMs)
      )
    })
    if (without.length >= Math.max(1, policy!.maxFailures))
      fail(`it is promoted, and has not been proven by ${namesOf(without)}`)
  }

  /** An aborted rollout ends with every node that is reached on what is promoted. */
  #ends({ before, after, lookedAt, blindMs }: Move): void {
    const { policy, progress } = before
    const { candidate, moves, startedAt } = progress!
    const until = Date.parse(moves.at(-1)?.at ?? startedAt) + policy!.nodeDeadlineMs
    if (this.#of.cluster.timeAt(lookedAt) >= until || candidate.digest === after.promoted.digest) return
    const left = this.#of.machines().filter((machine) => {
      const isBack = machine.runs !== candidate.digest && !this.#away.has(machine)
      return machine.isMember && !this.#excuses.has(machine) && !isBack && this.#isKnown(machine, blindMs)
    })
    if (left.length > 0) fail(`the abort is over, and these are not back: ${namesOf(left)}`)
  }

  /** What is not tried again until somebody asks for it. */
  #begins({ candidate }: Progress): void {
    if (this.#refused.has(candidate.digest)) fail(`${candidate.digest} was refused, and is tried again`)
    this.#attempt = this.#newAttempt(false)
  }

  #newAttempt(isRestored: boolean): Attempt {
    const startedAt = isRestored ? Number.NEGATIVE_INFINITY : this.#now
    const attempt = { startedAt, isRestored, touched: new Set<Machine>() }
    const unseen = {
      maxFailures: 1,
      beginsWithCanaries: true,
      most: 0,
      asksPods: this.#of.cluster.signs.length === 0,
      asksProbes: !this.#newPodsFail,
    }
    return { ...attempt, ...unseen }
  }

  #over({ past: [last] }: Rollout): void {
    this.#attempt = undefined
    for (const [digest, ended] of this.#refused)
      if (ended + 1 >= mostPast - 1) this.#refused.delete(digest)
      else this.#refused.set(digest, ended + 1)
    const reason = last?.cause?.reason
    if (last?.outcome === 'Promoted') this.#refused.delete(last.digest)
    else if (last !== undefined && (reason === 'NodesFailed' || reason === 'StoppedByUser')) {
      this.#refused.delete(last.digest)
      this.#refused.set(last.digest, 0)
    }
  }

  /** Whether a mover that knows what was so long ago knows how the node is. */
  #isKnown(machine: Machine, blindMs: number): boolean {
    return this.#unchangedMs(machine) > blindMs + 1_000
  }

  #unchangedMs(machine: Machine): number {
    return this.#now - Math.max(machine.shownAt, this.#changed.get(machine)?.since ?? 0)
  }

  #counts(machine: Machine, { gate }: Progress): boolean {
    return machine.isMember && !this.#excuses.has(machine) && admits(gate, machine)
  }

  // --- what is no rollout's doing

  /** All nodes get something at once, because somebody wants that, or has put an older state back. */
  excuseAll(): void {
    for (const machine of this.#of.machines()) this.excuse(machine)
  }

  /** Somebody has changed what this node is to run, or whether a gate admits it. */
  excuse(machine: Machine): void {
    this.#away.delete(machine)
    this.#excuses.set(machine, { since: this.#now, isNew: this.#excuses.get(machine)?.isNew ?? false })
  }

  /** A node was made, has opted in, has lost the document of its own, or has another place in the order. */
  joins(machine: Machine): void {
    this.#away.delete(machine)
    this.#excuses.set(machine, { since: this.#now, isNew: true })
    this.#countMembers()
  }

  leaves(machine: Machine): void {
    this.#away.delete(machine)
    this.#attempt?.touched.delete(machine)
    this.#countMembers()
  }

  /** Whatever the kubelets run. */
  newPodsFail(): void {
    this.#newPodsFail = true
    if (this.#attempt !== undefined) this.#attempt.asksProbes = false
  }

  /** Pods fare badly that no document has hurt, or nobody can tell. */
  noisy(): void {
    if (this.#attempt !== undefined) this.#attempt.asksPods = false
  }

  /**
   * By a later time, nodes that are away have had theirs, as have those that have not answered the gate yet, and what pods show is rare: nodes
   * seem to be watched for longer. By an earlier one, what they have shown is still to come, and what was made before is newer than what is
   * made now.
   */
  clockSet(byMs: number): void {
    this.#clockSetAt = this.#now
    for (const machine of this.#of.machines()) {
      const isAsked = this.#now - (this.#given.get(machine)?.since ?? Number.NEGATIVE_INFINITY) < noticedMs
      if (byMs > 0 && (isAsked || this.#away.has(machine))) this.excuse(machine)
    }
    if (byMs > 0 || this.#of.cluster.signs.length > 0 || this.#now < this.#unwatchedUntil) this.noisy()
  }

  /** A mover has not seen for so long what happens. */
  notWatched(forMs: number): void {
    if (this.#now < this.#clockSetAt + minute) this.noisy()
    this.#unwatchedUntil = Math.max(this.#unwatchedUntil, this.#now + forMs)
  }

  retried(): void {
    const last = [...this.#refused.keys()].at(-1)
    if (last !== undefined) this.#refused.delete(last)
  }

  /** Another object, or an older one: what it had refused is forgotten. */
  objectReplaced(): void {
    this.#refused.clear()
    const progress = this.#of.cluster.rollout?.progress
    this.#attempt = progress && this.#newAttempt(true)
    for (const machine of this.#of.machines())
      if (progress !== undefined && !wasThere(machine, progress.gate.since)) this.joins(machine)
  }

  promotedByPeople(): void {
    this.excuseAll()
    this.#over(this.#of.cluster.rollout!)
  }

  // --- what is noted of what happens

  /** The object is another one. */
  changed(): void {
    const { cluster, machines } = this.#of
    const { stored, rollout } = cluster
    if (stored !== undefined && rollout === undefined) return
    for (const machine of machines()) {
      const digest = machine.givenBy(stored)?.digest
      if (this.#given.get(machine)?.digest !== digest) this.#given.set(machine, { digest, since: this.#now })
    }
    this.#countMembers()
    const [attempt, policy] = [this.#attempt, rollout?.policy]
    if (attempt === undefined || policy === undefined) return
    attempt.maxFailures = Math.max(attempt.maxFailures, policy.maxFailures)
    attempt.beginsWithCanaries &&= policy.waves[0]?.to.kind === 'canary'
    attempt.most = Math.max(attempt.most, this.#allowed())
    attempt.asksPods &&= policy.pods === 'abort'
    attempt.asksProbes &&= policy.probe !== undefined && !this.#of.breaksPods(rollout!.promoted.digest)
  }

  turned(machine: Machine): void {
    const is = `${machine.runs} ${machine.work?.kind === 'trial' || machine.work?.kind === 'returning'} ${machine.isIll}`
    if (this.#changed.get(machine)?.is !== is) this.#changed.set(machine, { is, since: this.#now })
    if (this.#excuses.has(machine) && this.#unchangedMs(machine) === 0)
      this.#of.cluster.queue.after(noticedMs, () => this.turned(machine))
    if (machine.work === undefined && this.#away.delete(machine) && this.#away.size === 0) this.#calmSince = this.#now
    if (this.#away.size === 0) this.#calmSince = this.#now
    if (this.#isSettled(machine)) this.#excuses.delete(machine)
  }

  #isSettled(machine: Machine): boolean {
    const excuse = this.#excuses.get(machine)
    if (excuse === undefined || machine.work !== undefined || !machine.isReached) return false
    if (this.#unchangedMs(machine) < noticedMs) return false
    const { stored, rollout } = this.#of.cluster
    const given = machine.givenBy(stored)?.digest
    if (given === undefined || (given !== machine.runs && !machine.isRefused(given))) return false
    if (!excuse.isNew) return true
    const knownAt = excuse.since + longestStallMs
    return this.#now >= knownAt && (rollout?.progress === undefined || (this.#attempt?.startedAt ?? 0) > knownAt)
  }
}

const isBeyond = ({ name }: Machine, { maxFailures, beginsWithCanaries }: Attempt, { gate }: Progress): boolean =>
  maxFailures === 1 && beginsWithCanaries && !gate.nodes.includes(name)

const namesOf = (machines: readonly Machine[]): string => machines.map(({ name }) => name).join(', ')

/** Rounded down, but at least one. */
const atATime = (share: Share, of: number): number =>
  share.kind === 'count' ? share.count : Math.max(1, Math.trunc((of * share.percent) / 100))
