import type { Effect } from '../../../../src/lib/agent/model/effect.ts'
import type { Verdict } from '../../../../src/lib/agent/model/verdict.ts'
import {
  type KubeletBehavior,
  type KubeletBehaviorName,
  kubeletBehaviors,
} from '../../../../src/lib/agent/simulated/kubelet-behavior.ts'
import type { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import { contentOf } from './carry-out.ts'
import { type DocumentKind, versions } from './schedule.ts'

/** The documents of a schedule have names that can be checkpoints. */
export const checkpointOf = (document: number): string => `${document}`.repeat(64)

const broken = 'b'

/** Of another program: a file that works, or not. */
export const foreignContent = (works: boolean, nth: number): string => `${works ? 'f' : broken}${nth}`.padEnd(64, '0')

/** Of one of them sandboxes can be made, and of the other not. */
const concerningSandboxes: ReadonlySet<KubeletBehaviorName> = new Set(['static', 'noSandboxes'])

/** It ends before anything answers, and has the policy of its document all the same. */
export const exiting = ({ policy }: KubeletBehavior): KubeletBehavior => ({ ...kubeletBehaviors.exits, policy })

/** What kubelets do with the documents of a schedule. Everything else is a file that works. */
export class SimulatedDocuments {
  /** Somebody mended what other programs broke. */
  mended = false
  /** No kubelet stays up. */
  ailing = false
  /** By content. */
  readonly #kinds: ReadonlyMap<string, DocumentKind>

  constructor(kinds: readonly DocumentKind[]) {
    this.#kinds = new Map(kinds.map((kind, index) => [checkpointOf(index), kind]))
  }

  kubeletBehaviorOf(content: string, version: string): KubeletBehavior {
    const kind = this.#kinds.get(content)
    const behavior = kubeletBehaviors[kind?.behavior ?? 'good']
    const dies = kind?.diesOnUpgrade === true && version === versions.upgraded
    return this.ailing || dies || this.areBroken(content) ? exiting(behavior) : behavior
  }

  /** Files of another program, with which no kubelet starts. */
  areBroken(content: string): boolean {
    return content.startsWith(broken) && !this.mended
  }

  verdictOn({ config, against, acceptedRisks }: Effect & { kind: 'examine' }, machine: SimulatedMachine): Verdict {
    const [content, current] = [contentOf(config, machine), contentOf(against, machine)]
    if (content === current) return { kind: 'same' }
    if (this.#kinds.get(content)?.refused === true) return { kind: 'refused', because: { reason: 'DocumentRefused' } }
    const { version } = machine.kubelet
    const isOther = this.kubeletBehaviorOf(content, version).policy !== this.kubeletBehaviorOf(current, version).policy
    return {
      kind: 'usable',
      stateFiles: isOther ? ['cpu_manager_state'] : [],
      held: isOther && !acceptedRisks.includes('state-file') ? { reason: 'PodsWouldEnd' } : undefined,
      heldDrained: false,
      balloon: 'not-in-the-way',
      dependsOnPods: isOther,
      steps: [],
      shadowedByFlags: [],
      warnings: [],
      concernsSandboxes: concerningSandboxes.has(this.#kinds.get(content)?.behavior ?? 'good'),
      allocatable: undefined,
    }
  }
}
