import type { Limits } from '../../ports/limits.ts'
import type { NodeSize } from '../model/node-size.ts'
import { passes } from '../model/resizable.ts'
import { poll } from './deadline.ts'
import type { SizingWorld } from './settle.ts'
import { measureNode } from './survey.ts'

/**
 * Waits until a node has a balloon, or has a problem that does not pass by itself. undefined when neither happens
 * within timeoutMs.
 */
export const awaitBalloon = (
  { cluster, clock }: SizingWorld,
  { node, timeoutMs }: { node: string; timeoutMs: number },
  limits: Limits,
): Promise<NodeSize | undefined> =>
  poll({ clock, timeoutMs, signal: limits.signal }, async () => {
    const measured = await measureNode(cluster, node, limits)
    return measured.why !== undefined && passes(measured.why) ? undefined : measured
  })
