import type { Node } from '../../../../src/lib/api/node.ts'
import { rollout as names } from '../../../../src/lib/names.ts'
import type { Desired } from '../../../../src/lib/rollouts/advance.ts'
import type { SeenPods } from '../../../../src/lib/rollouts/pod-evidence.ts'
import type { PodSign } from '../../../../src/lib/rollouts/pod-sign.ts'
import type { StoredRollout } from '../../../../src/lib/rollouts/ports/rollouts.ts'
import type { Probe, ProbeId, ProbeOutcome } from '../../../../src/lib/rollouts/probe.ts'
import { noDocument, type Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import { dataOf, readRollout } from '../../../../src/lib/rollouts/rollout-object.ts'
import type { Queue } from '../../../../src/sandbox/world/runtime/queue.ts'
import { fail } from '../../../support/schedules/violation.ts'
import type { Damage, DocumentNumber } from './schedule.ts'

/** How long a probe takes, and how often one that does not end is looked at. */
const probeMs = 10_000
const begun = Date.parse('2026-11-29T12:00:00Z')

type Data = Readonly<Record<string, string>>

/** Something that a watch shows. */
export type Change = { readonly at: number } & (
  | { readonly kind: 'node'; readonly name: string; readonly node: Node | undefined }
  | { readonly kind: 'own-document'; readonly name: string; readonly isThere: boolean }
  | { readonly kind: 'desired'; readonly desired: Desired }
)

export interface Stored extends StoredRollout {
  readonly data: Data
}

export const digestOf = (document: DocumentNumber): string =>
  document === undefined ? noDocument : `v1:sha256:${document}`

export const desiredOf = (document: DocumentNumber): Extract<Desired, { kind: 'document' }> => ({
  kind: 'document',
  digest: digestOf(document),
  text: document === undefined ? undefined : `# ${document}\n`,
  revision: undefined,
  acceptedRisks: undefined,
})

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never

/** The API server: its clock, the object with the rollout, and what watches show of nodes and documents. */
export class SimulatedCluster {
  readonly queue: Queue
  /** All that ever changed, the newest last. */
  readonly changes: Change[] = []
  readonly nodes = new Map<string, Node>()
  readonly owners = new Set<string>()
  desired: Desired = desiredOf(0)
  /** What pods show, the newest last. */
  signs: PodSign[] = []
  /** Until then, no new pod resolves a name; milliseconds of virtual time. */
  dnsDownUntil = 0
  /** What a new pod shows on a node when it ends. */
  tryNode: (node: string) => ProbeOutcome = () => ({ kind: 'ended', failed: [] })
  #probes: readonly Probe[] = []
  /** Until then, nobody may list pods; milliseconds of virtual time. */
  podsUnreadableUntil = 0
  stored: Stored | undefined
  /** Called when a watch of nodes or documents has news. */
  onChange: () => void = () => undefined
  /** Called when the object with the rollout is another one. */
  onRollout: (before: Stored | undefined) => void = () => undefined
  /** Called when its clock is set. */
  onClock: () => void = () => undefined
  /** What was written, the newest last. */
  readonly #writes: Data[] = []
  #versions = 0
  #uids = 0
  readonly #clock: { readonly since: number; readonly aheadMs: number }[] = [{ since: 0, aheadMs: 0 }]

  constructor(queue: Queue) {
    this.queue = queue
  }

  /** Milliseconds since the epoch, by its own clock. */
  now(): number {
    return this.timeAt(this.queue.now())
  }

  /** What its clock showed. */
  timeAt(ms: number): number {
    const { aheadMs } = this.#clock.findLast(({ since }) => since <= ms)!
    return begun + ms + aheadMs
  }

  /** When its clock shows a time, unless somebody sets it. */
  whenIs(time: number): number {
    return time - begun - this.#clock.at(-1)!.aheadMs
  }

  setClock(byMs: number): void {
    this.#clock.push({ since: this.queue.now(), aheadMs: this.#clock.at(-1)!.aheadMs + byMs })
    this.onClock()
  }

  change(change: WithoutTime<Change>): void {
    this.changes.push({ at: this.queue.now(), ...change })
    switch (change.kind) {
      case 'node':
        if (change.node === undefined) this.nodes.delete(change.name)
        else this.nodes.set(change.name, change.node)
        break
      case 'own-document':
        if (change.isThere) this.owners.add(change.name)
        else this.owners.delete(change.name)
        break
      case 'desired':
        this.desired = change.desired
        break
    }
    this.onChange()
  }

  /** A pod of this node fares badly from now on. */
  show(node: string, shows: PodSign['shows'], pod = `pod-${this.signs.length}`): void {
    this.signs.push({ node, pod, workload: pod, shows, reason: shows, at: this.now() })
  }

  get probes(): readonly Probe[] {
    return this.#probes
  }

  /** Instead of the one that there is. */
  makeProbe(id: ProbeId): void {
    const isOther = ({ node, generation, moment }: ProbeId) =>
      node !== id.node || generation !== id.generation || moment !== id.moment
    const made: Probe = { ...id, madeAt: this.now(), outcome: { kind: 'under-way', why: undefined } }
    this.#probes = [...this.#probes.filter(isOther), made]
    this.queue.after(probeMs, () => this.#endProbe(made))
  }

  #endProbe(probe: Probe): void {
    const outcome = this.tryNode(probe.node)
    if (outcome.kind === 'under-way') return void this.queue.after(probeMs, () => this.#endProbe(probe))
    this.#probes = this.#probes.map((one) => (one === probe ? { ...one, outcome, toldAt: this.now() } : one))
  }

  /** What did not get to run does, or is gone. */
  mendPods(): void {
    this.signs = this.signs.filter(({ shows }) => shows !== 'not-started')
  }

  /** As somebody sees them who looks at all nodes. */
  get pods(): SeenPods {
    if (this.queue.now() < this.podsUnreadableUntil) return { kind: 'unread', because: { reason: 'AccessDenied' } }
    return { kind: 'seen', signs: this.signs, looked: new Set(this.nodes.keys()) }
  }

  get rollout(): Rollout | undefined {
    return this.stored?.reading.kind === 'rollout' ? this.stored.reading.rollout : undefined
  }

  /** Compare-and-swap. */
  write(next: Rollout, replaces: StoredRollout | undefined): boolean {
    const { stored } = this
    if (replaces?.uid !== stored?.uid || replaces?.resourceVersion !== stored?.resourceVersion) return false
    this.#put(
      Object.fromEntries(Object.entries(dataOf(next)).flatMap(([key, text]) => (text === null ? [] : [[key, text]]))),
    )
    this.#writes.push(this.stored!.data)
    return true
  }

  /** An object that is not as it was written is not read. What is damaged already stays as it is: another damage could mend it. */
  damage(what: Damage): void {
    if (this.stored === undefined || this.rollout === undefined) return
    const { [names.key.state]: state = '', [names.key.promoted]: promoted, ...others } = this.stored.data
    const withText = promoted === undefined ? {} : { [names.key.promoted]: promoted }
    const damaged: Readonly<Record<Damage, Data>> = {
      'no-state': { ...others, ...withText },
      'no-json': { ...this.stored.data, [names.key.state]: state.slice(0, -1) },
      'other-text': { ...this.stored.data, [names.key.promoted]: '# edited\n' },
      'no-text': { ...others, [names.key.state]: state },
    }
    if (what === 'no-text' && promoted === undefined) return
    this.#put(damaged[what])
    if (this.rollout !== undefined) fail(`an object that was damaged (${what}) is read`)
  }

  deleteObject(): void {
    const before = this.stored
    if (before === undefined) return
    this.stored = undefined
    this.onRollout(before)
  }

  /** As it was so many writes before the last one. */
  restore(writesAgo: number): void {
    const data = this.#writes.at(-1 - writesAgo)
    if (data !== undefined) this.#put(data)
  }

  #put(data: Data): void {
    const before = this.stored
    const uid = before?.uid ?? `uid-${++this.#uids}`
    this.stored = {
      uid,
      resourceVersion: String(++this.#versions),
      writtenAt: this.now(),
      reading: readRollout(data),
      data,
    }
    this.onRollout(before)
  }
}
