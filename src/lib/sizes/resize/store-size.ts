import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure, type Said } from '../../message/failure.ts'
import type { DryRunMode } from '../../ports/limits.ts'
import { isUnanswered, settle } from '../../ports/outcomes.ts'
import { isBroken, type SizeBucket } from '../desired/desired-size.ts'
import { desiredSizeText } from '../desired/desired-size-text.ts'
import { bucketOf } from '../desired/size-bucket.ts'
import { type StoredChange, storedChange } from '../desired/stored-change.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { TargetSize } from '../model/size.ts'
import type { ResizePlan } from '../plan/plan.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { type Execution, ResizeTime } from './execution.ts'
import type { DesiredSizesRead } from './read-desired-sizes.ts'
import {
  DesiredSizeLeft,
  DesiredSizeNotStored,
  InvalidDesiredSizeReplaced,
  type StoreSizeFact,
} from './resize-messages.ts'

interface Order {
  readonly measured: NodeSize
  readonly plan: ResizePlan
  /** Without relative sizes. */
  readonly size: TargetSize
  readonly hold: HoldPolicy | undefined
  readonly desiredSizes: DesiredSizesRead
  /** Whoever runs the command; empty if the server does not say. */
  readonly by: string | undefined
  readonly message: string | undefined
  readonly dryRun: DryRunMode
}

/** What was stored, or would be. */
export interface Stored {
  /** undefined: it stays as it was. */
  readonly change?: StoredChange
  readonly warnings: readonly StoreSizeFact[]
}

/**
 * Stores the size that a node is to have, before it is resized: whatever ends this program in between, it is what was asked for,
 * also when the node gets a part of it only, because it is full. A resize that is refused or reverted puts back what was there,
 * unless somebody else has changed it. Without a store, or without the right to write to it, the node is resized all the same, with
 * a warning. Rejects when somebody else changed it. A dry run stores nothing.
 */
export async function storeSize(execution: Execution, order: Order): Promise<Stored> {
  const { cluster, undo, limits } = execution
  const { measured, desiredSizes, by, message, dryRun } = order
  const node = measured.node.name
  const bucket = desiredSizes.buckets.get(bucketOf(node))
  if (bucket === undefined) return { warnings: [] }
  const at = new Date(cluster.now()).toISOString()
  const stamp = { ...(by && { by }), at, ...(message !== undefined && { message }) }
  const change = storedChange({ ...order, stored: bucket.desiredSizes.get(node), stamp })
  if (change === undefined) return { warnings: [] }
  if (dryRun !== 'none') return { change, warnings: [] }
  // A machine that becomes smaller meanwhile is another reason to decide again.
  const beside = { machine: bucket.machines.get(node) }
  const write = { node, replaces: change.stored?.text, text: textOf(change), beside, bucket }
  const stored = undo.push({
    end: async (failure) =>
      failure === undefined || mayStand(failure.fact)
        ? failure
        : putDesiredBack(execution, { change, bucket, failure }),
  })
  const { value: written, failure } = await settle(cluster.desiredSizes.write(write, 'none', limits))
  if (failure === undefined) {
    desiredSizes.buckets.set(written.name, written)
    return { change, warnings: replacedBy(change) }
  }
  // Without an answer, it may have been stored.
  if (isUnanswered(failure)) throw failure
  undo.drop(stored)
  if (failure.fact.reason === 'DesiredSizeChanged') throw failure
  return { warnings: [DesiredSizeNotStored({ subject: nodeSubject(node), because: failure.fact })] }
}

const textOf = ({ next }: StoredChange): string | undefined => next && desiredSizeText(next)

interface PuttingBack {
  readonly change: StoredChange
  readonly bucket: SizeBucket
  readonly failure: Failure
}

/**
 * The same Failure, unless the size that was stored could not be put back. One that is somebody else's by now stays as it is.
 * Outside of an execution, it has a time of its own.
 */
export async function putDesiredBack(
  { cluster, clock, time = new ResizeTime(clock) }: SizingWorld & Partial<Pick<Execution, 'time'>>,
  { change, bucket, failure }: PuttingBack,
): Promise<Failure> {
  const { node, stored } = change
  const write = { node, replaces: textOf(change), text: stored?.text, bucket: { ...bucket, hasKeys: true } }
  const { failure: left } = await settle(cluster.desiredSizes.write(write, 'none', time.last()))
  if (left === undefined || left.code === 'conflict') return failure
  const fact = DesiredSizeLeft({ subject: nodeSubject(node), because: left.fact, after: failure.fact })
  return new Failure(failure.code, fact, { cause: failure })
}

/** Whether the balloon may request the new size although the command failed: then what is stored is true. */
function mayStand(fact: Fact | Said): boolean {
  if (!('reason' in fact)) return false
  if (fact.reason === 'ResizeAnswerLost' && 'outcome' in fact)
    return ['Stands', 'MayArrive', 'Unknown'].includes(String(fact.outcome))
  if (['ResizeNotConfirmed', 'RevertFailed', 'RevertUnknown'].includes(fact.reason)) return true
  if (!('after' in fact)) return false
  // Something else was left behind; what became of the resize is another fact. Without one, it succeeded.
  return fact.after === undefined || mayStand(fact.after as Fact | Said)
}

const replacedBy = ({ node, stored }: StoredChange): readonly StoreSizeFact[] =>
  stored !== undefined && isBroken(stored.desired)
    ? [InvalidDesiredSizeReplaced({ subject: nodeSubject(node), problems: stored.desired.problems })]
    : []
