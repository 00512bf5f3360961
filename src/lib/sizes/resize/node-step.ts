import type { Amounts } from '../../pods/amounts.ts'
import { type StoredChange, storedChange } from '../desired/stored-change.ts'
import { shardOf } from '../desired/wish-shard.ts'
import type { Hold } from '../model/hold.ts'
import { machineSize } from '../model/machine-note.ts'
import type { NodeSize } from '../model/node-size.ts'
import { absolute, type TargetSize } from '../model/size.ts'
import { type IfFull, planResize, type ResizePlan } from '../plan/plan.ts'
import type { WishesRead } from './read-wishes.ts'

/** What would be done with one node. */
export interface NodeStep {
  readonly node: string
  /** undefined: there is no node of this name. */
  readonly found: { readonly measured: NodeSize; readonly plan: ResizePlan } | undefined
  /** The target size, without relative sizes: it remains the same if the node is resized in the meantime. */
  readonly size: TargetSize
  /** What the wish of this node holds; undefined: as the request says. */
  readonly hold?: Hold | undefined
  /** What its machine has, as it is noted; undefined: nothing is, or that is no limit. */
  readonly machine?: Amounts | undefined
  /** How what is stored for the node would change; undefined: it stays as it is, or is not known. */
  readonly stored?: StoredChange | undefined
}

/** As ResizeRequest has it. */
interface Asked {
  readonly size: TargetSize
  readonly ifFull?: IfFull | undefined
  readonly hold?: Hold | undefined
  readonly message?: string | undefined
  readonly withMachine?: boolean | undefined
}

/** What would be done with a node, and with what is stored for it. */
export function stepFor(
  node: string,
  measured: NodeSize | undefined,
  { size: asked, ifFull, hold, message, withMachine }: Asked,
  { shards }: WishesRead,
): NodeStep {
  if (measured === undefined) return { node, found: undefined, size: asked, hold }
  const shard = shards.get(shardOf(node))
  const machine = withMachine ? undefined : machineSize(measured.node, shard?.machines.get(node))
  const plan = planResize(measured, asked, { ifFull, machine })
  const size = plan.verb === 'refuse' ? asked : absolute(asked, measured.size)
  const stored =
    shard &&
    storedChange({
      measured,
      size,
      hold,
      plan,
      stored: shard.wishes.get(node),
      stamp: { ...(message !== undefined && { message }) },
    })
  return { node, found: { measured, plan }, size, hold, machine, stored }
}
