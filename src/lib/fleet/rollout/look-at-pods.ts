import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { forEachTarget, orThrow } from '../../ports/outcomes.ts'
import { nodesToLookAt, type SeenPods } from '../../rollouts/pod-evidence.ts'
import type { PodSigns } from '../../rollouts/ports/pod-signs.ts'
import type { Progress } from '../../rollouts/rollout.ts'
import type { RolloutNode } from '../../rollouts/rollout-node.ts'

export interface PodsQuestion {
  readonly progress: Progress
  readonly nodes: readonly RolloutNode[]
  /** Whether unfinished pods are looked at, too: that is a request for each node, of a few. */
  readonly asksUnfinished: boolean
}

const requestsAtATime = 4
/** Of each list, milliseconds: whoever looks also moves the rollout. */
const listWithinMs = 10_000

/** What the pods show now. Rejects with Failure 'interrupted' only: what cannot be read is an answer. */
export async function lookAtPods(
  podSigns: PodSigns,
  { progress, nodes, asksUnfinished }: PodsQuestion,
  { signal }: Limits,
): Promise<SeenPods> {
  const limits = { signal, timeoutMs: listWithinMs }
  try {
    const ended = await podSigns.ofEnded(limits)
    if (!asksUnfinished) return { kind: 'seen', signs: ended, looked: undefined }
    const names = nodesToLookAt(progress, nodes)
    const looks = await forEachTarget(names, (name) => podSigns.ofUnfinished(name, limits), requestsAtATime)
    return { kind: 'seen', signs: [...ended, ...looks.flatMap(orThrow)], looked: new Set(names) }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error
    return { kind: 'unread', because: error.fact }
  }
}
