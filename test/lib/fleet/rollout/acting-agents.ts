import type { Config } from '../../../../src/lib/agent/model/config.ts'
import type { Limits } from '../../../../src/lib/ports/limits.ts'
import { admits } from '../../../../src/lib/rollouts/gate.ts'
import type { Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { report } from '../status/reports.ts'

/** An agent is heard once in so many of its acts, if it has nothing new to say. */
const beats = 30

/** A cluster whose agents prove at once what the gate gives them. */
export class ActingAgents implements Disposable {
  readonly world: InProcess
  readonly #nodes: readonly string[]
  readonly #said = new Map<string, string>()
  #acts = 0
  /** Digests that kubelets do not stay up with. */
  fatal: (digest: string) => boolean = () => false

  constructor(nodes: readonly string[]) {
    this.#nodes = nodes
    this.world = clusterOf(...nodes.map((name) => ({ name })))
  }

  async begin(): Promise<this> {
    await this.#act()
    this.world.clock.after(2_000, this.#keepActing)
    return this
  }

  async rollout(within: Limits = limits): Promise<Rollout | undefined> {
    const stored = await this.world.cluster.rollouts.read(within)
    return stored?.reading.kind === 'rollout' ? stored.reading.rollout : undefined
  }

  readonly #keepActing = (): void => {
    const again = () => void this.world.clock.after(2_000, this.#keepActing)
    void this.#act().then(again, again)
  }

  async #act(): Promise<void> {
    const rollout = await this.rollout()
    const isBeat = this.#acts++ % beats === 0
    for (const name of this.#nodes) {
      const node = { name, createdAt: '2026-01-01T00:00:00Z', order: undefined }
      const { progress, promoted } = rollout ?? {}
      const given = progress && admits(progress.gate, node) ? progress.candidate : promoted
      const said = `${promoted?.digest} ${given?.digest} ${this.fatal(given?.digest ?? '')}`
      if (!isBeat && this.#said.get(name) === said) continue
      this.#said.set(name, said)
      const [active, assigned] = [configOf(promoted?.digest), configOf(given?.digest)]
      const problem = { reason: 'KubeletExits', message: 'it ended' } as never
      if (this.fatal(given?.digest ?? '')) report(this.world, name, { phase: 'RolledBack', assigned, active, problem })
      else
        report(this.world, name, { phase: assigned.source === 'local' ? 'Idle' : 'Good', assigned, active: assigned })
    }
  }

  [Symbol.dispose](): void {
    this.world[Symbol.dispose]()
  }
}

const configOf = (digest = 'local'): Config =>
  digest === 'local'
    ? { source: 'local' }
    : { source: 'global', digest, checkpoint: '1'.repeat(64), uid: 'r', resourceVersion: '1', revision: undefined }
