import { type Advance, advance, type Desired, type Situation, type Step } from '../../../src/lib/rollouts/advance.ts'
import { admits } from '../../../src/lib/rollouts/gate.ts'
import type { SeenPods } from '../../../src/lib/rollouts/pod-evidence.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../src/lib/rollouts/policy.ts'
import { noDocument, type Rollout } from '../../../src/lib/rollouts/rollout.ts'
import type { RolloutNode } from '../../../src/lib/rollouts/rollout-node.ts'
import { dataOf, readRollout } from '../../../src/lib/rollouts/rollout-object.ts'

export const begun = Date.parse('2026-11-29T12:00:00Z')

export const documentOf = (digest: string): Extract<Desired, { kind: 'document' }> => ({
  kind: 'document',
  digest,
  text: digest === noDocument ? undefined : `# ${digest}\n`,
  revision: undefined,
  acceptedRisks: undefined,
})

export const rolloutOf = (policy: Partial<RolloutPolicy> = {}, digest = 'old'): Rollout => {
  const { kind: _, ...promoted } = documentOf(digest)
  return {
    policy: { ...defaultPolicy, ...policy },
    generation: 1,
    promoted: { ...promoted, generation: 1 },
    progress: undefined,
    past: [],
  }
}

export interface FleetMember {
  readonly name: string
  readonly stratum?: string
  readonly order?: string
  readonly createdAt?: string
}

/** Somebody has looked at the pods of all nodes, and nothing was wrong. */
export const nothingShown = (members: readonly Pick<FleetMember, 'name'>[]): Extract<SeenPods, { kind: 'seen' }> => ({
  ...{ kind: 'seen', signs: [], looked: new Set(members.map(({ name }) => name)) },
})

/** What a document does on a node. */
export type Effect = 'works' | 'fails' | 'hangs'

const trialMs = 600_000
const stepMs = 30_000

const opening: ReadonlySet<Step> = new Set(['start', 'admit', 'next-wave', 'promote'])

interface Machine {
  member: FleetMember
  runs: string
  /** What it is changed to, and when that is over. */
  change: { digest: string; until: number } | undefined
  failed: Set<string>
  ready: boolean
  down: boolean
}

/** Nodes with agents that do what a gate says, in a time of their own, and somebody who moves the gate. */
export class SimulatedFleet {
  now = begun
  rollout: Rollout
  desired: Desired
  /** What its pods show. */
  pods: SeenPods | undefined
  readonly machines: Machine[]
  readonly steps: Step[] = []
  /** When the gate opened, or was about to. */
  readonly opened: number[] = []
  /** The most nodes that were away at a time because of the rollout. */
  mostAway = 0
  /** All nodes that ever ran something, by its digest. */
  readonly touched = new Map<string, Set<string>>()
  readonly #effect: (digest: string, member: FleetMember) => Effect

  constructor(
    members: readonly FleetMember[],
    rollout: Rollout,
    effect: (digest: string, member: FleetMember) => Effect = () => 'works',
  ) {
    this.rollout = rollout
    this.desired = documentOf(rollout.promoted.digest)
    this.pods = nothingShown(members)
    this.#effect = effect
    this.machines = members.map((member) => ({
      ...{ member, runs: rollout.promoted.digest, change: undefined, failed: new Set<string>() },
      ...{ ready: true, down: false },
    }))
  }

  nodes(): readonly RolloutNode[] {
    return this.machines.map((machine): RolloutNode => {
      const { member, runs, change, failed, ready, down } = machine
      const wanted = this.#wantedBy(machine)
      const about = { digest: wanted, runs }
      return {
        name: member.name,
        createdAt: member.createdAt ?? '2026-01-01T00:00:00Z',
        order: member.order,
        stratum: member.stratum ?? '',
        ready: ready && !down,
        report:
          change !== undefined
            ? { kind: 'working', digest: change.digest, runs: change.digest }
            : failed.has(wanted)
              ? { kind: 'failed', ...about, cause: { reason: 'KubeletExits', message: 'the kubelet exits' } }
              : runs === wanted
                ? { kind: 'proven', ...about }
                : { kind: 'working', ...about },
      }
    })
  }

  #wantedBy({ member }: Machine): string {
    const { progress, promoted } = this.rollout
    const node = { name: member.name, createdAt: member.createdAt ?? '2026-01-01T00:00:00Z', order: member.order }
    return progress !== undefined && admits(progress.gate, node) ? progress.candidate.digest : promoted.digest
  }

  /** Everything that happens within a time, in steps. */
  pass(ms: number): this {
    for (const end = this.now + ms; this.now < end; this.now += stepMs) {
      for (const machine of this.machines) this.#work(machine)
      this.#move()
      this.#look()
    }
    return this
  }

  #work(machine: Machine): void {
    if (machine.down) return
    const wanted = this.#wantedBy(machine)
    const { change } = machine
    if (change !== undefined) {
      if (wanted !== change.digest) machine.change = undefined
      else if (this.now < change.until) return
      else {
        machine.change = undefined
        if (this.#effect(change.digest, machine.member) === 'works') machine.runs = change.digest
        else machine.failed.add(change.digest)
        return
      }
    }
    if (machine.runs === wanted || machine.failed.has(wanted)) return
    const works = this.#effect(wanted, machine.member)
    const lasts = works === 'works' ? trialMs : works === 'fails' ? 60_000 : Number.POSITIVE_INFINITY
    machine.change = { digest: wanted, until: this.now + lasts }
    const ran = this.touched.get(wanted) ?? new Set()
    this.touched.set(wanted, ran.add(machine.member.name))
  }

  decide(more: Partial<Situation> = {}): Advance {
    const { rollout, desired, now, pods } = this
    return advance({ rollout, desired, nodes: this.nodes(), now, pods, ...more })
  }

  /** As it is stored and read again. */
  #move(): void {
    for (let count = 0; ; count++) {
      if (count > 100) throw new Error('it never rests')
      const decision = this.decide()
      if (decision.kind !== 'move') return
      this.steps.push(decision.step)
      if (opening.has(decision.step)) this.opened.push(this.now)
      this.rollout = storedAndRead(decision.next)
    }
  }

  #look(): void {
    const away = this.machines.filter(({ change, ready }) => change !== undefined || !ready).length
    this.mostAway = Math.max(this.mostAway, away)
  }

  runs(digest: string): readonly string[] {
    return this.machines.filter((machine) => machine.runs === digest).map(({ member }) => member.name)
  }
}

export function storedAndRead(rollout: Rollout): Rollout {
  const data = Object.fromEntries(
    Object.entries(dataOf(rollout)).flatMap(([key, text]) => (text === null ? [] : [[key, text]])),
  )
  const reading = readRollout(data)
  if (reading.kind !== 'rollout') throw new Error(`it cannot be read: ${JSON.stringify(reading.because)}`)
  return reading.rollout
}

export const members = (count: number, of: (index: number) => Partial<FleetMember> = () => ({})): FleetMember[] =>
  Array.from({ length: count }, (_, index) => ({ name: `node-${index}`, ...of(index) }))
