import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { BalloonState } from '../../sizing/balloon.ts'
import { deadline } from './deadline.ts'
import { measureNode } from './measure-nodes.ts'
import type { SizingWorld } from './settle.ts'

/** States that a new balloon goes through before it can be resized. */
const onItsWay: readonly BalloonState['kind'][] = ['none', 'pending', 'terminating', 'starting']
const interval = 250

/** Wait until the DaemonSet has put a new balloon on the node and its kubelet has started it. */
export async function awaitReplacement(
  world: SizingWorld,
  { node, timeoutMs }: { node: string; timeoutMs: number },
  limits: Limits,
): Promise<void> {
  const limit = deadline(world.clock, timeoutMs, limits.signal)
  try {
    while (!limit.signal.aborted) {
      const { balloonState } = await measureNode(world.cluster, node, limits)
      if (!onItsWay.includes(balloonState.kind)) return
      await world.clock.sleep(interval, limit.signal).catch(() => undefined)
    }
  } finally {
    limit.cancel()
  }
  limits.signal.throwIfAborted()
  throw new Failure('timeout', `the balloon of node '${node}' was replaced, and the new one has not started`, {
    suggestions: ['the node is at its full size; set it again when nodesize get says Ready'],
  })
}
