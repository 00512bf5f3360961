import type { Node } from '../../../api/node.ts'
import { nodeSubject } from '../../../fact.ts'
import { reconciler } from '../../../names.ts'
import { isLeftBehind, markOn, parseMark } from '../../../sizing/cordon.ts'
import { uncordon } from '../cordon.ts'
import type { CordonFact } from '../cordon-fact.ts'
import type { SizingWorld } from '../settle.ts'

/** A cordon of nodesize on a node; `afterMs`: milliseconds until whoever made it has certainly ended. */
export interface LeftCordon {
  readonly mark: string
  readonly afterMs: number
  readonly by: string
  readonly at: string
}

/**
 * The cordon that is on a node for the moment of a resize. One of an earlier leader is left behind for certain: only one
 * reconciler leads, and it works on a node once at a time. `now`: milliseconds since the epoch.
 */
export function leftCordon(node: Node, now: number): LeftCordon | undefined {
  const text = markOn(node)
  const mark = text === undefined ? undefined : parseMark(text)
  if (text === undefined || mark === undefined) return undefined
  const isOver = mark.by === reconciler.name || isLeftBehind(mark, now)
  return { mark: text, afterMs: isOver ? 0 : Date.parse(mark.until) - now + 1, by: mark.by, at: mark.at }
}

/** Undoes a cordon that was left behind. Rejects with the Failure when it cannot be undone. */
export async function undoLeftCordon(
  world: SizingWorld,
  node: string,
  { mark, by, at }: LeftCordon,
): Promise<CordonFact> {
  const failure = await uncordon(world, node, mark)
  if (failure !== undefined) throw failure
  return { reason: 'Uncordoned', subject: nodeSubject(node), by, at }
}
