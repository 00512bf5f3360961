import type { Pod } from '../../../../../src/lib/api/pod.ts'
import type { Call } from '../../../../../src/lib/cluster/http/transport.ts'
import type { Leadership } from '../../../../../src/lib/loop/leader-election/leader-elector.ts'
import { Failure } from '../../../../../src/lib/message/failure.ts'
import { balloon } from '../../../../../src/lib/names.ts'
import { floor } from '../../../../../src/lib/pods/amounts.ts'
import { containerOf, requestsOf } from '../../../../../src/lib/pods/requests.ts'
import type { InProcess } from '../../../../support/in-process.ts'
import { kindOf } from './call-kind.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** A replica that runs. */
interface Candidate {
  leadership: Leadership | undefined
  /** When it saw a Lease for the first time. */
  lookedAt: number | undefined
  /** When it sent what changes nodes and balloons. */
  readonly changes: number[]
}

/** A leadership is over everywhere after so long: the lease of the slowest clock, and what its holder needs to notice. */
const leadershipMs = 20_000
/** A replica that tries again without a pause sends some hundreds. */
const changesPerMinute = 100

/** What must hold at every moment. */
export class Invariants {
  /** The first that did not. */
  broken: string | undefined
  readonly #world: InProcess
  readonly #candidates = new Map<SimulatedProcess, Candidate>()
  readonly #callers = new WeakMap<Call, SimulatedProcess>()
  /** When the Lease was deleted or set back: whoever looks for the first time after that cannot know who leads. */
  #upsetAt = Number.NEGATIVE_INFINITY
  readonly #running = new Set<string>()
  /** Balloons: a LimitRange gives limits to new ones only. */
  readonly #unlimited = new Set<string>()
  /** Names of pods that were ended, or whose node was. */
  readonly #ended = new Set<string>()
  readonly #lostNodes = new Set<string>()

  constructor(world: InProcess) {
    this.#world = world
    world.onAnswer = (call, status) => this.#answered(call, status)
    this.#follow()
  }

  breaks(text: string): void {
    this.broken ??= `${new Date(this.#world.clock.now()).toISOString().slice(11, 23)} ${text}`
  }

  begins(process: SimulatedProcess): void {
    this.#candidates.set(process, { leadership: undefined, lookedAt: undefined, changes: [] })
  }

  leads(process: SimulatedProcess, leadership: Leadership | undefined): void {
    const candidate = this.#candidates.get(process)
    if (candidate !== undefined) candidate.leadership = leadership
    if (leadership !== undefined) this.#leadsAlone(process, 'begins to lead')
  }

  ends(process: SimulatedProcess): void {
    this.#candidates.delete(process)
  }

  /** A request leaves a process. */
  sends(process: SimulatedProcess, call: Call): void {
    this.#callers.set(call, process)
    const candidate = this.#candidates.get(process)
    const kind = kindOf(call)
    if (candidate === undefined) return
    if (kind === 'resize' || kind === 'cordon' || kind === 'uncordon') this.#isPatient(process, candidate)
    if (kind !== 'resize' && kind !== 'cordon') return
    if (confirms(candidate)) this.#leadsAlone(process, `sends a ${kind}`)
    else this.breaks(`${process.name} sends a ${kind} and does not lead`)
  }

  upsetLease(): void {
    this.#upsetAt = this.#world.clock.now()
  }

  /** What runs is what was backed up. */
  restored(): void {
    this.upsetLease()
    this.#running.clear()
  }

  mayEnd(pod: string): void {
    this.#ended.add(pod)
  }

  losesNode(node: string): void {
    this.#lostNodes.add(node)
  }

  #isPatient({ name }: SimulatedProcess, { changes }: Candidate): void {
    const now = this.#world.clock.now()
    changes.push(now)
    while (changes[0]! < now - 60_000) changes.shift()
    if (changes.length > changesPerMinute) this.breaks(`${name} sends ${changes.length} changes in a minute`)
  }

  #leadsAlone(process: SimulatedProcess, what: string): void {
    for (const [other, candidate] of this.#candidates) {
      if (other === process || other.clock.isFrozen || this.#isExcused(process) || this.#isExcused(other)) continue
      if (confirms(candidate)) this.breaks(`${process.name} ${what} while ${other.name} leads`)
    }
  }

  /** Its clocks stood still, or it began to look when the Lease said nothing. */
  #isExcused(process: SimulatedProcess): boolean {
    const { lookedAt = Number.POSITIVE_INFINITY } = this.#candidates.get(process) ?? {}
    const isBlind = lookedAt >= this.#upsetAt && this.#world.clock.now() < this.#upsetAt + leadershipMs
    return process.clock.hasStood || isBlind
  }

  #answered(call: Call, status: number): void {
    const caller = this.#callers.get(call)
    const candidate = caller && this.#candidates.get(caller)
    if (candidate !== undefined && kindOf(call) === 'look' && status === 200)
      candidate.lookedAt ??= this.#world.clock.now()
  }

  #follow(): void {
    const reply = this.#world.sandbox.handle({
      ...{ method: 'GET', path: '/api/v1/pods', query: { watch: 'true', timeoutSeconds: '86400' } },
      ...{ headers: { accept: 'application/json' }, user: { name: 'observer', groups: ['system:masters'] } },
    })
    if (reply.kind !== 'watch') throw new Error(JSON.stringify(reply))
    reply.subscribe(
      ({ type, object }) => this.#seen(object as Pod, type === 'DELETED'),
      () => this.#follow(),
    )
  }

  #seen(pod: Pod, isGone: boolean): void {
    const { namespace, labels = {} } = pod.metadata
    if (namespace === 'default') this.#seenWorkload(pod, isGone)
    else if (labels[balloon.podLabel.key] === balloon.podLabel.value && !isGone) this.#seenBalloon(pod)
  }

  #seenBalloon(pod: Pod): void {
    const { amounts } = requestsOf(pod) ?? {}
    if (amounts === undefined || amounts.cpu < floor.cpu || amounts.memory < floor.memory)
      this.breaks(`${pod.metadata.name} requests less than the floor: its node is larger than its host`)
    const isLimited = containerOf(pod)?.resources?.limits !== undefined
    if (isLimited && this.#unlimited.has(pod.metadata.uid)) this.breaks(`${pod.metadata.name} got limits`)
    if (!isLimited) this.#unlimited.add(pod.metadata.uid)
  }

  #seenWorkload({ metadata: { name, uid }, spec, status }: Pod, isGone: boolean): void {
    if (status?.phase === 'Running' && !isGone) this.#running.add(uid)
    if (!this.#running.has(uid) || (status?.phase === 'Running' && !isGone)) return
    this.#running.delete(uid)
    if (!this.#ended.has(name) && !this.#lostNodes.has(spec.nodeName ?? ''))
      this.breaks(`${name}, which ran on ${spec.nodeName}, was ended: ${status?.reason ?? status?.phase}`)
  }
}

/** Whether it would go ahead with a write. */
function confirms({ leadership }: Candidate): boolean {
  try {
    leadership?.confirm()
    return leadership !== undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return false
  }
}
