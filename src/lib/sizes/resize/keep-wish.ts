import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure, type Said } from '../../message/failure.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { type StoredChange, storedChange } from '../desired/stored-change.ts'
import { isBroken, type WishShard } from '../desired/wish.ts'
import { shardOf } from '../desired/wish-shard.ts'
import { wishText } from '../desired/wish-text.ts'
import type { Hold } from '../model/hold.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { TargetSize } from '../model/size.ts'
import { type IfFull, planResize } from '../plan/plan.ts'
import { timeOf } from './deadline.ts'
import { BrokenWishReplaced, type KeepWishFact, WishLeft, WishNotStored } from './keep-wish-messages.ts'
import type { WishesRead } from './read-wishes.ts'
import type { SizingWorld } from './settle.ts'
import type { SizeChange } from './size-change.ts'
import { isUnanswered } from './unanswered.ts'

interface Asked {
  readonly measured: NodeSize
  /** Without relative sizes. */
  readonly size: TargetSize
  readonly hold: Hold | undefined
  readonly ifFull: IfFull | undefined
  readonly machine?: Amounts | undefined
  /** undefined: nothing is written. */
  readonly wishes: WishesRead | undefined
  /** Whoever runs the command; empty if the server does not say. */
  readonly by: string | undefined
  readonly message: string | undefined
  readonly dryRun: DryRunMode
}

/**
 * Stores the wish of a node, then resizes it: whatever ends this program in between, the wish is what was asked for. A
 * resize that is refused or reverted puts the wish back, unless somebody else has changed it. Without a store, or without
 * the right to write to it, the node is resized all the same, with a warning. What was asked for is the wish also when the
 * node gets a part of it only, because it is full. A dry run stores nothing, and has what would be stored.
 */
export async function keepWish(
  world: SizingWorld,
  asked: Asked,
  resize: () => Promise<SizeChange>,
  limits: Limits,
): Promise<SizeChange> {
  const { measured, wishes, by, message, dryRun } = asked
  const node = measured.node.name
  const shard = wishes?.shards.get(shardOf(node))
  if (wishes === undefined || shard === undefined) return resize()
  const plan = planResize(measured, asked.size, asked)
  const at = new Date(world.cluster.now()).toISOString()
  const stamp = { ...(by && { by }), at, ...(message !== undefined && { message }) }
  const change = storedChange({ ...asked, plan, stored: shard.wishes.get(node), stamp })
  if (change === undefined) return resize()
  if (dryRun !== 'none') return withStored(await resize(), change)
  const refused = await store(world, { wishes, change, shard }, limits)
  if (refused !== undefined) return withWarnings(await resize(), refused)
  try {
    return withStored(withWarnings(await resize(), ...replacedBy(change)), change)
  } catch (error) {
    if (!(error instanceof Failure) || mayStand(error.fact)) throw error
    throw await putWishBack(world, { change, shard, failure: error })
  }
}

/** A node that has the size already is not unchanged if what is stored for it changes. */
const withStored = (size: SizeChange, stored: StoredChange): SizeChange => ({
  ...size,
  ...(size.outcome === 'unchanged' && { outcome: 'stored' as const }),
  stored,
})

const textOf = ({ next }: StoredChange): string | undefined => next && wishText(next)

interface Storing {
  readonly wishes: WishesRead
  readonly change: StoredChange
  readonly shard: WishShard
}

/**
 * Resolves with a warning when it cannot be stored. Rejects when somebody else changed it, and when the API server does not
 * answer: then it may have been stored, and is put back.
 */
async function store(
  world: SizingWorld,
  { wishes, change, shard }: Storing,
  limits: Limits,
): Promise<KeepWishFact | undefined> {
  const { node, stored } = change
  // A machine that becomes smaller meanwhile is another reason to decide again.
  const beside = { machine: shard.machines.get(node) }
  const write = { node, replaces: stored?.text, text: textOf(change), beside, shard }
  try {
    const written = await world.cluster.wishes.write(write, 'none', limits)
    wishes.shards.set(written.name, written)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || error.fact.reason === 'WishChanged') throw error
    if (isUnanswered(error)) throw await putWishBack(world, { change, shard, failure: error })
    return WishNotStored({ subject: nodeSubject(node), because: error.fact })
  }
}

interface PuttingBack {
  readonly change: StoredChange
  readonly shard: WishShard
  readonly failure: Failure
}

/** The same Failure, unless the wish could not be put back. One that is somebody else's by now stays as it is. */
export async function putWishBack(world: SizingWorld, { change, shard, failure }: PuttingBack): Promise<Failure> {
  const { node, stored } = change
  try {
    const write = { node, replaces: textOf(change), text: stored?.text, shard: { ...shard, hasKeys: true } }
    await world.cluster.wishes.write(write, 'none', timeOf(world).last())
    return failure
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') return failure
    const fact = WishLeft({ subject: nodeSubject(node), because: error.fact, after: failure.fact })
    return new Failure(failure.code, fact, { cause: failure })
  }
}

/** Whether the balloon may request the new size although the command failed: then the wish is true. */
function mayStand(fact: Fact | Said): boolean {
  if (!('reason' in fact)) return false
  if (fact.reason === 'ResizeAnswerLost' && 'outcome' in fact)
    return ['Stands', 'MayArrive', 'Unknown'].includes(String(fact.outcome))
  if (['ResizeNotConfirmed', 'RevertFailed', 'RevertUnknown'].includes(fact.reason)) return true
  if (!('after' in fact)) return false
  // Something else was left behind; what became of the resize is another fact. Without one, it succeeded.
  return fact.after === undefined || mayStand(fact.after as Fact | Said)
}

const replacedBy = ({ node, stored }: StoredChange): readonly KeepWishFact[] =>
  stored !== undefined && isBroken(stored.wish)
    ? [BrokenWishReplaced({ subject: nodeSubject(node), problems: stored.wish.problems })]
    : []

const withWarnings = (change: SizeChange, ...warnings: readonly KeepWishFact[]): SizeChange => ({
  ...change,
  warnings: [...change.warnings, ...warnings],
})
