import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../message/fact.ts'
import { reconciler } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { lengthMs, markOn, parseMark } from '../model/cordon.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { uncordon } from '../resize/cordon.ts'
import { type CordonFact, Uncordoned } from '../resize/resize-messages.ts'

/** A cordon of nodesize on a node; `afterMs`: milliseconds until whoever made it has certainly ended. */
export interface LeftCordon {
  readonly mark: string
  readonly afterMs: number
  readonly by: string
  readonly at: string
}

/**
 * The cordon that is on a node for the moment of a resize. One of an earlier leader is left behind for certain: only one
 * reconciler leads, and it works on a node once at a time. A command has ended when its mark was seen for as long as it may
 * run: its clock need not be that of this program. `seenMs`: for how long this program has seen the mark.
 */
export function leftCordon(node: Node, seenMs: (mark: string) => number): LeftCordon | undefined {
  const text = markOn(node)
  const mark = text === undefined ? undefined : parseMark(text)
  if (text === undefined || mark === undefined) return undefined
  const { by, at } = mark
  const afterMs = by === reconciler.name ? 0 : Math.max(0, lengthMs(mark) - seenMs(text))
  return { mark: text, afterMs, by, at }
}

/**
 * Undoes a cordon that was left behind. undefined: somebody has undone it, which a local copy does not show yet. Rejects with
 * the Failure when it cannot be undone.
 */
export async function undoLeftCordon(
  world: SizingWorld,
  { node, left: { mark, by, at } }: { readonly node: string; readonly left: LeftCordon },
  limits: Limits,
): Promise<CordonFact | undefined> {
  const seen = await world.cluster.nodes.read(node, limits)
  if (seen === undefined || markOn(seen) !== mark) return undefined
  const failure = await uncordon(world, node, mark)
  if (failure !== undefined) throw failure
  return Uncordoned({ subject: nodeSubject(node), by, at })
}
