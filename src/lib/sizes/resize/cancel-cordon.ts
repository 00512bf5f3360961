import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../message/fact.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import { orThrow, settle } from '../../ports/outcomes.ts'
import { markOn, parseMark } from '../model/cordon.ts'
import { afterCordon, uncordon } from './cordon.ts'
import { type CordonFact, Uncordoned, WouldUncordon } from './cordon-messages.ts'
import type { SizingWorld } from './settle.ts'
import type { SizeChange } from './size-change.ts'

/**
 * Cancels what a killed command has left on a node: its cordon, whatever its age, and its resize. A command that still
 * runs finds its mark gone, and leaves the node as it is.
 */
export async function cancelCordon(
  world: SizingWorld,
  { node, dryRun }: { node: Node; dryRun: DryRunMode },
  resize: () => Promise<SizeChange>,
): Promise<SizeChange> {
  const mark = markOn(node)
  if (mark === undefined) return resize()
  const left = dryRun === 'none' ? await uncordon(world, node.name, mark) : undefined
  const outcome = await settle(resize())
  const failure = afterCordon(node.name, left, outcome.failure)
  if (failure !== undefined) throw failure
  const change = orThrow(outcome)
  const { by, at } = parseMark(mark) ?? { by: undefined, at: undefined }
  const about = { subject: nodeSubject(node.name), by, at }
  const note: CordonFact = dryRun === 'none' ? Uncordoned(about) : WouldUncordon(about)
  return { ...change, notes: [...change.notes, note] }
}
