import type { Fact } from '../../fact.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure, type Said } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { nextWish, requestFor, sameWish } from '../../reconcile/next-wish.ts'
import {
  type Hold,
  isBroken,
  type StoredWish,
  type Wish,
  type WishShard,
  type WishStamp,
} from '../../reconcile/wish.ts'
import { shardOf } from '../../reconcile/wish-shard.ts'
import { wishText } from '../../reconcile/wish-text.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { type IfFull, planResize, type ResizePlan } from '../../sizing/plan.ts'
import type { TargetSize } from '../../sizing/size.ts'
import type { KeepWishFact } from './keep-wish-fact.ts'
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
  /** undefined: nothing is written. */
  readonly wishes: WishesRead | undefined
  /** Whoever runs the command; empty if the server does not say. */
  readonly by: string | undefined
  readonly message: string | undefined
}

/** Milliseconds for putting a wish back. Ctrl-C does not shorten them. */
const putBackTimeoutMs = 5_000

/**
 * Stores the wish of a node, then resizes it: whatever ends this program in between, the wish is what was asked for. A
 * resize that is refused or reverted puts the wish back, unless somebody else has changed it. Without a store, or without
 * the right to write to it, the node is resized all the same, with a warning. What was asked for is the wish also when the
 * node gets a part of it only, because it is full.
 */
export async function keepWish(
  world: SizingWorld,
  asked: Asked,
  resize: () => Promise<SizeChange>,
  limits: Limits,
): Promise<SizeChange> {
  const { measured, wishes, by, message } = asked
  const plan = planResize(measured, asked.size, asked.ifFull)
  const shard = wishes?.shards.get(shardOf(measured.node.name))
  if (wishes === undefined || shard === undefined || (plan.verb === 'refuse' && !plan.passes)) return resize()
  const at = new Date(world.clock.now()).toISOString()
  const stamp = { ...(by && { by }), at, ...(message !== undefined && { message }) }
  const change = changeFor(asked, { plan, shard, stamp })
  if (change === undefined) return resize()
  const refused = await store(world, { wishes, change, shard }, limits)
  if (refused !== undefined) return withWarnings(await resize(), refused)
  try {
    return withWarnings(await resize(), ...replacedBy(change))
  } catch (error) {
    if (!(error instanceof Failure) || mayStand(error.fact)) throw error
    throw await putBack(world, { change, shard, failure: error })
  }
}

/** What the key of a node is to become. */
interface Change {
  readonly node: string
  readonly stored: StoredWish | undefined
  readonly text: string | undefined
}

interface Found {
  readonly plan: ResizePlan
  readonly shard: WishShard
  readonly stamp: WishStamp
}

/** undefined: it stays as it is. */
function changeFor({ measured, size, hold }: Asked, { plan, shard, stamp }: Found): Change | undefined {
  const node = measured.node.name
  const stored = shard.wishes.get(node)
  const present = stored === undefined || isBroken(stored.wish) ? undefined : stored.wish
  if (size === 'granted') {
    // Otherwise the reconciler would claim again what was cancelled.
    if (present === undefined || plan.verb !== 'resize') return undefined
    const request = requestFor(plan.after, measured.allocatable)
    return changeTo(nextWish({ measured, request, hold, present, stamp }), { node, stored })
  }
  return changeTo(nextWish({ measured, request: size, hold, present, stamp }), { node, stored })
}

function changeTo(next: Wish | undefined, { node, stored }: Pick<Change, 'node' | 'stored'>): Change | undefined {
  const isSame =
    stored === undefined
      ? next === undefined
      : !isBroken(stored.wish) && next !== undefined && isKept(stored.wish, next)
  return isSame ? undefined : { node, stored, text: next && wishText(next) }
}

/** The same, and nothing new is said about it. */
const isKept = (present: Wish, next: Wish): boolean => sameWish(present, next) && next.stamp.message === undefined

interface Storing {
  readonly wishes: WishesRead
  readonly change: Change
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
  const { node, stored, text } = change
  try {
    const written = await world.cluster.wishes.write({ node, replaces: stored?.text, text, shard }, 'none', limits)
    wishes.shards.set(written.name, written)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || error.fact.reason === 'WishChanged') throw error
    if (isUnanswered(error)) throw await putBack(world, { change, shard, failure: error })
    return { reason: 'WishNotStored', subject: nodeSubject(node), because: error.fact }
  }
}

interface PuttingBack {
  readonly change: Change
  readonly shard: WishShard
  readonly failure: Failure
}

/** The same Failure, unless the wish could not be put back. One that is somebody else's by now stays as it is. */
async function putBack(world: SizingWorld, { change, shard, failure }: PuttingBack): Promise<Failure> {
  const { node, stored, text } = change
  const limits = { signal: new AbortController().signal, timeoutMs: putBackTimeoutMs }
  try {
    const write = { node, replaces: text, text: stored?.text, shard: { ...shard, hasKeys: true } }
    await world.cluster.wishes.write(write, 'none', limits)
    return failure
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'conflict') return failure
    const fact: KeepWishFact = {
      ...{ reason: 'WishLeft', subject: nodeSubject(node) },
      ...{ because: error.fact, after: failure.fact },
    }
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

const replacedBy = ({ node, stored }: Change): readonly KeepWishFact[] =>
  stored !== undefined && isBroken(stored.wish)
    ? [{ reason: 'BrokenWishReplaced', subject: nodeSubject(node), problems: stored.wish.problems }]
    : []

const withWarnings = (change: SizeChange, ...warnings: readonly KeepWishFact[]): SizeChange => ({
  ...change,
  warnings: [...change.warnings, ...warnings],
})
