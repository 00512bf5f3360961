import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, orThrow } from '../../ports/outcomes.ts'
import type { Advance } from '../../rollouts/advance.ts'
import type { Probes } from '../../rollouts/ports/probes.ts'
import type { FailedCheck, Probe, ProbeId, ProbePod, ProbePolicy, SeenProbes } from '../../rollouts/probe.ts'
import { asksProbes } from '../../rollouts/probe-evidence.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import { LastLook } from './last-look.ts'
import type { RolloutView } from './read-rollout.ts'

/** How long a look counts, milliseconds: while a probe is waited for, and otherwise. */
const lookLastsMs = { waiting: 4_000, otherwise: 30_000 } as const
/** Of each request, milliseconds: whoever looks also moves the rollout. */
const requestWithinMs = 10_000
const requestsAtATime = 8
/** A connection between the API server and a kubelet may break: a log is asked for so often, at one look each. */
const logTries = 3

interface Shown {
  readonly seen: SeenProbes
  /** As they were listed. */
  readonly pods: readonly ProbePod[]
}

/** What a rollout waits for. */
interface Due {
  readonly rollout: Rollout
  readonly due: readonly ProbeId[]
  readonly pods: readonly ProbePod[]
}

/** What is known of the log of a pod. */
interface TriedLog {
  readonly tries: number
  readonly failed: FailedCheck | undefined
}

/** What the probes of a rollout have shown last. */
export class TriedProbes {
  readonly #probes: Probes
  readonly #clock: Clock
  /** By the number of the candidate. */
  readonly #last: LastLook<number, Shown>
  /** Of the pods that were listed last, by UID. */
  #logs = new Map<string, TriedLog>()
  /** Since the last look. */
  #made = false
  /** Whether there may be some that nobody needs any more: of this process, or of one that has ended in a rollout. */
  #areLeft = true
  #hasAsked = false

  constructor(probes: Probes, clock: Clock) {
    this.#probes = probes
    this.#clock = clock
    this.#last = new LastLook(clock)
  }

  /** undefined: nobody has looked yet, or it is too long ago. */
  seenFor({ generation }: Rollout): SeenProbes | undefined {
    return this.#last.at(generation)?.seen
  }

  /** For those who move nothing: no probe is made, and no log is read. */
  async seenIn({ stored }: RolloutView, limits: Limits): Promise<SeenProbes | undefined> {
    if (stored?.reading.kind !== 'rollout') return undefined
    const { rollout } = stored.reading
    const { policy } = rollout
    if (policy?.probe === undefined || !asksProbes(rollout)) return undefined
    if (this.seenFor(rollout) === undefined) await this.#look(rollout, { ...policy.probe, without: ['logs'] }, limits)
    return this.seenFor(rollout)
  }

  /** Looks, or makes what the rollout waits for; whether there is something new. */
  async lookFor(rollout: Rollout, decision: Advance, limits: Limits): Promise<boolean> {
    const { policy, progress } = rollout
    if (policy?.probe === undefined || !asksProbes(rollout)) {
      if (progress === undefined && (policy?.probe !== undefined || this.#hasAsked)) await this.#tidy(limits)
      return false
    }
    if (decision.kind !== 'hold') return false
    const { because } = decision
    if (because.reason !== 'ProbesNotSeen' && because.reason !== 'WaitsForProbes' && because.reason !== 'ProbesUnclear')
      return false
    this.#areLeft = true
    this.#hasAsked = true
    const last = this.#last.at(rollout.generation)
    if (last === undefined) {
      await this.#look(rollout, policy.probe, limits)
      return true
    }
    const due = because.reason === 'WaitsForProbes' ? because.due : []
    if (due.length === 0 || this.#made) return false
    await this.#make({ rollout, due, pods: last.pods }, policy.probe, limits)
    return true
  }

  async #look({ generation }: Rollout, policy: ProbePolicy, limits: Limits): Promise<void> {
    const found = await this.#tell<Shown>(async (within) => {
      const pods = await this.#probes.list(within)
      const logs = policy.without.includes('logs') ? undefined : await this.#tryLogs(pods, generation, within)
      return { pods, seen: { kind: 'seen', probes: logs === undefined ? pods : pods.map((pod) => withLog(pod, logs)) } }
    }, limits)
    const isWaiting = found.seen.kind === 'seen' && found.seen.probes.some(isUnderWay)
    const lastsMs = isWaiting ? lookLastsMs.waiting : lookLastsMs.otherwise
    this.#last.keep({ about: generation, found, until: this.#clock.monotonic() + lastsMs })
    this.#made = false
  }

  /** Of those that have ended, and of which nothing final is known. */
  async #tryLogs(
    pods: readonly ProbePod[],
    generation: number,
    limits: Limits,
  ): Promise<ReadonlyMap<string, TriedLog>> {
    const known = new Map(
      pods.flatMap(({ uid }) => [[uid, this.#logs.get(uid) ?? { tries: 0, failed: undefined }]] as const),
    )
    const open = pods.filter((pod) => pod.generation === generation && hasStarted(pod) && !isFinal(known.get(pod.uid)!))
    const tried = await forEachTarget(open, (pod) => this.#probes.tryLog(pod, limits), requestsAtATime)
    for (const [index, { uid }] of open.entries())
      known.set(uid, { tries: known.get(uid)!.tries + 1, failed: orThrow(tried[index]!) })
    this.#logs = known
    return known
  }

  async #make({ rollout, due, pods }: Due, policy: ProbePolicy, limits: Limits): Promise<void> {
    const made = await this.#tell(async (within) => {
      const makeAnew = async (probe: ProbeId): Promise<void> => {
        // One that was listed is of no use any more; what is made meanwhile is found at the next look.
        const old = pods.find((pod) => isFor(pod, probe))
        if (old !== undefined) await this.#probes.remove(old, within)
        await this.#probes.make(probe, policy, within)
      }
      const outcomes = await forEachTarget(due, makeAnew, requestsAtATime)
      outcomes.forEach(orThrow)
      return undefined
    }, limits)
    this.#made = true
    // What was made has to be seen first.
    if (made === undefined) return this.#last.forget()
    const until = this.#clock.monotonic() + lookLastsMs.otherwise
    this.#last.keep({ about: rollout.generation, found: { seen: made.seen, pods }, until })
  }

  /** Once, after each rollout: pods that somebody else has made, too. */
  async #tidy(limits: Limits): Promise<void> {
    if (!this.#areLeft) return
    this.#areLeft = false
    this.#last.forget()
    this.#logs = new Map()
    await this.#tell(async (within) => {
      const outcomes = await forEachTarget(
        await this.#probes.list(within),
        (pod) => this.#probes.remove(pod, within),
        requestsAtATime,
      )
      outcomes.forEach(orThrow)
      return undefined
    }, limits)
  }

  /** What cannot be read or made is an answer. */
  async #tell<T>(ask: (limits: Limits) => Promise<T>, { signal }: Limits): Promise<T | Shown> {
    try {
      return await ask({ signal, timeoutMs: requestWithinMs })
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error
      return { pods: [], seen: { kind: 'unread', because: error.fact } }
    }
  }
}

const isFor = (pod: ProbePod, { node, generation, moment }: ProbeId): boolean =>
  pod.node === node && pod.generation === generation && pod.moment === moment

const isUnderWay = ({ outcome }: Probe): boolean => outcome.kind === 'under-way'

const hasStarted = ({ outcome }: ProbePod): boolean =>
  outcome.kind === 'ended' && outcome.failed.every(({ check }) => check !== 'start')

const isFinal = ({ tries, failed }: TriedLog): boolean => tries >= logTries || (tries > 0 && failed === undefined)

function withLog(pod: ProbePod, logs: ReadonlyMap<string, TriedLog>): ProbePod {
  const log = logs.get(pod.uid)!
  if (!hasStarted(pod) || pod.outcome.kind !== 'ended') return pod
  if (!isFinal(log)) return { ...pod, outcome: { kind: 'under-way', why: 'its log' } }
  return log.failed === undefined
    ? pod
    : { ...pod, outcome: { kind: 'ended', failed: [...pod.outcome.failed, log.failed] } }
}
