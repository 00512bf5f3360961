import { allDocuments } from '../../documents/precedence.ts'
import { BackOff } from '../../loop/back-off.ts'
import { WakeUp } from '../../loop/wake-up.ts'
import { Failure } from '../../message/failure.ts'
import { agent } from '../../names.ts'
import type { NodeSeen, Observation } from '../model/event.ts'
import type { OptOutMode } from '../model/opt-out.ts'
import type { NodeFacts, PodFacts } from '../ports/agent-node.ts'
import type { AgentDependencies } from './dependencies.ts'

/** How often the pods of the node are counted while a change waits for them. */
const podsMs = 60_000

/** Follows the Node, and its pods while a change waits for them. */
export class NodeFollower {
  readonly #dependencies: AgentDependencies
  readonly #report: (what: Observation) => void
  readonly #countPods: WakeUp
  #isAwaited = false
  #node: NodeFacts | undefined

  constructor(dependencies: AgentDependencies, report: (what: Observation) => void) {
    this.#dependencies = dependencies
    this.#report = report
    this.#countPods = new WakeUp(dependencies.clock)
  }

  /** As it was seen last; undefined: not yet, or it does not exist. */
  get node(): NodeFacts | undefined {
    return this.#node
  }

  /** Whether a change waits until the node is drained, or until its balloon has given back. */
  awaitPods(isAwaited: boolean): void {
    if (isAwaited && !this.#isAwaited) this.#countPods.call()
    this.#isAwaited = isAwaited
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#followNode(signal), this.#followPods(signal)])
  }

  /** A watch that fails is opened again. */
  async #followNode(signal: AbortSignal): Promise<void> {
    const backOff = new BackOff(this.#dependencies)
    while (!signal.aborted) {
      try {
        for await (const node of this.#dependencies.cluster.node.watch({ signal })) {
          backOff.reset()
          this.#node = node
          await this.#tell(signal)
        }
        if (signal.aborted) return
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure)) throw error
      }
      await backOff.afterFailure(signal)
    }
  }

  async #followPods(signal: AbortSignal): Promise<void> {
    const { random } = this.#dependencies
    for (;;) {
      await this.#countPods.sleep(podsMs * (1 + random() / 10), signal)
      this.#countPods.reset()
      if (this.#isAwaited && this.#node !== undefined) await this.#tell(signal)
    }
  }

  async #tell(signal: AbortSignal): Promise<void> {
    const node = this.#node
    const pods = this.#isAwaited && node !== undefined ? await this.#pods(signal) : undefined
    this.#report({ kind: 'node', node: node && nodeSeen(node, pods) })
  }

  async #pods(signal: AbortSignal): Promise<readonly PodFacts[] | undefined> {
    try {
      return await this.#dependencies.cluster.node.pods({ signal })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      return undefined
    }
  }
}

function nodeSeen(
  { uid, createdAt, rolloutOrder, controlPlane, cordoned, leaving, annotations }: NodeFacts,
  pods?: readonly PodFacts[],
): NodeSeen {
  const documents = annotations[agent.annotation.documents]
  const running = pods?.filter(({ phase }) => phase !== 'Succeeded' && phase !== 'Failed')
  return {
    uid,
    createdAt,
    rolloutOrder,
    controlPlane,
    cordoned,
    leaving,
    allowsGlobal: documents === allDocuments,
    optOut: optOutIn(documents),
    forgetBad: annotations[agent.annotation.forgetBad],
    drained: cordoned ? running?.every(({ staysOnDrain }) => staysOnDrain) : false,
    balloonGaveBack: running && !running.some(({ balloonAboveFloor }) => balloonAboveFloor),
  }
}

/** A value that nobody knows keeps everything as it is. */
function optOutIn(value: string | undefined): OptOutMode | undefined {
  if (value === undefined || value === allDocuments || value === '') return undefined
  return value === 'local' ? 'local' : 'freeze'
}
