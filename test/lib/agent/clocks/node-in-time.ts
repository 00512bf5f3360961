import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import { SimulatedCluster } from '../../../../src/lib/agent/simulated/cluster.ts'
import { type KubeletBehavior, kubeletBehaviors } from '../../../../src/lib/agent/simulated/kubelet-behavior.ts'
import { SimulatedMachine } from '../../../../src/lib/agent/simulated/machine.ts'
import { statusOf } from '../../../../src/lib/agent/status/status-of.ts'
import { usable } from '../props.ts'
import { SimulatedStorage } from '../schedules/faults/storage.ts'
import { SimulatedAgent } from '../schedules/simulated-agent.ts'
import { checkpointOf } from '../schedules/simulated-documents.ts'
import { thisAgent } from '../schedules/written-journal.ts'

/** What happens at a moment of a change. */
type Deed = () => void

/** A node whose kubelet reports by a clock that can be set at each moment of a change. */
export class NodeInTime {
  readonly cluster = new SimulatedCluster()
  readonly machine: SimulatedMachine
  /** By the number of the document. */
  readonly #kubeletBehaviors = new Map<string, KubeletBehavior>()
  readonly #deeds: { readonly act: string; readonly deed: Deed }[] = []
  #agent: SimulatedAgent | undefined

  constructor() {
    this.machine = new SimulatedMachine(
      this.cluster,
      (content) => this.#kubeletBehaviors.get(content) ?? kubeletBehaviors.good,
    )
  }

  /** From the next start of the kubelet on. */
  behaves(document: number, behavior: KubeletBehavior): void {
    this.#kubeletBehaviors.set(checkpointOf(document), behavior)
  }

  push(document: number): void {
    const checkpoint = checkpointOf(document)
    this.machine.disk.checkpoints.add(checkpoint)
    this.cluster.push('node', { checkpoint, digest: `v1:sha256:${document}` })
  }

  /** Once, before the agent does the act for the next time, such as `restart`, or `restarted` right after it. */
  before(act: string, deed: Deed): void {
    this.#deeds.push({ act, deed })
  }

  pass(ms: number): void {
    const end = this.machine.totalMs + ms
    for (;;) {
      this.#turn()
      const left = end - this.machine.totalMs
      if (left <= 0) return
      this.machine.advance(Math.max(1, Math.min(left, this.#nextInMs())))
    }
  }

  /** The agent ends, and begins with what it has written. */
  restartAgent(): void {
    this.#agent = undefined
  }

  reboot(): void {
    this.restartAgent()
    this.machine.reboot()
  }

  /** What became of it, and the documents that are remembered as bad. */
  get outcome(): string {
    const { phase, active, bad } = statusOf(this.#agent!.state)
    const name = active.source === 'local' ? 'local' : active.digest.replace('v1:sha256:', '')
    return `${phase} ${name}${bad.map(({ digest }) => `, bad: ${digest.replace('v1:sha256:', '')}`).join('')}`
  }

  #turn(): void {
    this.#agent ??= new SimulatedAgent({
      machine: this.machine,
      cluster: this.cluster,
      settings: { ...defaultSettings, jitterMs: 0, restartsPerHour: 100 },
      verdictOn: () => usable,
      beforeAct: (act) => this.#happens(act),
      watch: () => undefined,
      storage: new SimulatedStorage(this.machine.disk),
      codec: () => thisAgent,
      restartFailed: () => {},
      wait: () => undefined,
    })
    this.#agent.run()
  }

  #happens(act: string): void {
    const at = this.#deeds.findIndex((one) => one.act === act)
    if (at !== -1) this.#deeds.splice(at, 1)[0]!.deed()
  }

  #nextInMs(): number {
    const now = this.machine.moment().uptimeMs
    return Math.min(this.#agent!.wakesAt() - now, (this.machine.kubelet.nextAtMs() ?? Number.POSITIVE_INFINITY) - now)
  }
}
