import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import { type Amounts, equal, floor, none } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { isUnanswered, settle } from '../../ports/outcomes.ts'
import { isBroken, type StoredSize } from '../desired/desired-size.ts'
import { desiredSizeText } from '../desired/desired-size-text.ts'
import { driftOf } from '../desired/drift.ts'
import { lastResizer } from '../desired/last-resizer.ts'
import { nextDesiredSize, requestFor } from '../desired/next-desired-size.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { cordon } from '../resize/cordon.ts'
import { awaitBalloon, setSize } from '../resize/execute-resize.ts'
import { UndoStack } from '../resize/execution.ts'
import { type CordonFact, ReplacementNotReady } from '../resize/resize-messages.ts'
import { measureNode } from '../resize/survey.ts'
import {
  BalloonNotReplaced,
  SizeNotStored,
  SizeOfOther,
  type UpgradeFact,
  UpgradeNotCordoned,
} from './upgrade-messages.ts'

/** One balloon with an old template. */
export interface Replacement {
  readonly node: string
  /** The balloon that is to be replaced; another one by now is left alone. */
  readonly uid: string
  readonly stored: StoredSize | undefined
}

export interface Replaced {
  readonly node: string
  /** `gone`: another balloon was there already, made from the new template. */
  readonly outcome: 'upgraded' | 'gone'
  readonly size: Amounts
  /** Such as that only a part of the size fits, because pods that tolerate a cordon took the room. */
  readonly warnings: readonly Fact[]
}

interface How {
  /** Milliseconds to wait for the new balloon, and then for the kubelet's answer to its resize. */
  readonly timeoutMs: number
  /** Whoever runs the command, for marks that people read. */
  readonly by: string
}

/** Milliseconds after which a pod that was bound before the cordon can be counted. */
const bindingMs = 250

/**
 * Replaces a balloon by one that is made from the new template, and gives it the size of the old one. Meanwhile the node is
 * cordoned, so that nobody takes the room, and its size is stored, so that it comes back even if this program is killed.
 * From the deletion on, Ctrl-C does not keep it from giving the size back. Never forces: what pods have taken all the same
 * is reported.
 */
export async function replaceBalloon(
  world: SizingWorld,
  replacement: Replacement,
  how: How,
  limits: Limits,
): Promise<Replaced> {
  const { node } = replacement
  const measured = await measureNode(world.cluster, node, limits)
  if (!hasUid(measured, replacement.uid)) return { node, outcome: 'gone', size: measured.size, warnings: [] }
  refuseUnready(measured, replacement)
  if (!isLarge(measured)) return swap(world, { measured, how }, limits)
  const undo = new UndoStack()
  return undo.around(async () => {
    const order = { node: measured.node, by: how.by, timeoutMs: how.timeoutMs }
    const cordoned = await cordon({ ...world, undo, limits }, order)
    if (cordoned.kind === 'not') throw notCordoned(node, cordoned.note)
    await world.clock.sleep(bindingMs, limits.signal)
    const fresh = await measureNode(world.cluster, node, limits)
    if (!hasUid(fresh, replacement.uid)) return { node, outcome: 'gone', size: fresh.size, warnings: [] }
    refuseUnready(fresh, replacement)
    await storeSize(world, { measured: fresh, replacement, by: how.by }, limits)
    return swap(world, { measured: fresh, how }, limits)
  })
}

function notCordoned(node: string, note: CordonFact): Failure {
  const because = 'because' in note && note.because !== undefined ? note.because : note
  return new Failure('refused', UpgradeNotCordoned({ subject: nodeSubject(node), because }))
}

const hasUid = ({ balloonState }: NodeSize, uid: string): boolean =>
  'pod' in balloonState && balloonState.pod.metadata.uid === uid

/** Without its size there is nothing to keep. */
const isLarge = ({ balloon: { cpu, memory } }: NodeSize): boolean => cpu > floor.cpu || memory > floor.memory

/** A resize that is pending would be lost with its balloon; a kubelet that is down would not start another one. */
const replaceable = ['Ready', 'NotResizable', 'Starting']

/** The next balloon could not be resized either, and all other nodes would wait for it. */
const keepsAny = (why: NodeSize['why']): boolean => why?.reason === 'ResourcesNotReported'

function refuseUnready({ state, why, node, allocatable, size, balloonState }: NodeSize, { stored }: Replacement): void {
  if (why !== undefined && (!replaceable.includes(state) || keepsAny(why))) throw new Failure('refused', why)
  const resizer = 'pod' in balloonState ? lastResizer(balloonState.pod) : undefined
  if (stored === undefined || isBroken(stored.desired) || resizer === undefined) return
  if (resizer.manager === balloon.fieldManager || equal(driftOf(stored.desired, { allocatable, size }), none)) return
  const fact: UpgradeFact = SizeOfOther({ subject: nodeSubject(node.name), manager: resizer.manager })
  throw new Failure('refused', fact)
}

interface Storing {
  readonly measured: NodeSize
  readonly replacement: Replacement
  readonly by: string
}

/** A size that is stored already is left as it is. */
async function storeSize(
  { cluster }: SizingWorld,
  { measured, replacement, by }: Storing,
  limits: Limits,
): Promise<void> {
  const node = measured.node.name
  if (replacement.stored !== undefined) return
  const request = requestFor(measured.size, measured.allocatable)
  const at = new Date(cluster.now()).toISOString()
  const stamp = { ...(by !== '' && { by }), at, message: 'stored by nodesize upgrade' }
  const desired = nextDesiredSize({ measured, request, hold: undefined, present: undefined, stamp })
  try {
    const bucket = await cluster.desiredSizes.read(node, limits)
    if (desired === undefined || bucket === undefined || bucket.desiredSizes.has(node)) return
    await cluster.desiredSizes.write(
      { node, replaces: undefined, text: desiredSizeText(desired), bucket },
      'none',
      limits,
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const fact: UpgradeFact = SizeNotStored({ subject: nodeSubject(node), because: error.fact })
    throw new Failure(error.code, fact, { cause: error })
  }
}

/** Deletes the balloon, waits for the next one, and gives it the size. */
async function swap(
  world: SizingWorld,
  { measured, how: { timeoutMs } }: { readonly measured: NodeSize; readonly how: How },
  limits: Limits,
): Promise<Replaced> {
  limits.signal.throwIfAborted()
  const { node, balloonState, size, allocatable } = measured
  if (!('pod' in balloonState)) return { node: node.name, outcome: 'gone', size, warnings: [] }
  const { name, namespace, uid } = balloonState.pod.metadata
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, uid } }
  // What was begun is brought to its end, within the times of its parts.
  const own: Limits = { signal: new AbortController().signal }
  const { failure } = await settle(world.cluster.objects.remove(pod, 'none', own))
  // Without an answer, the balloon may be gone.
  if (failure !== undefined && !isUnanswered(failure)) throw failure
  try {
    const next = await awaitBalloon(world, { node: node.name, timeoutMs }, own)
    if (failure !== undefined && next !== undefined && hasUid(next, uid)) throw failure
    if (next?.why !== undefined) throw new Failure('refused', next.why)
    if (next === undefined) throw new Failure('timeout', ReplacementNotReady({ subject: nodeSubject(node.name) }))
    if (!isLarge(measured)) return { node: node.name, outcome: 'upgraded', size: next.size, warnings: [] }
    const request = {
      size: requestFor(size, allocatable),
      timeoutMs,
      dryRun: 'none',
      ifFull: 'partial',
      noCordon: true,
    } as const
    const { after, warnings } = await setSize(world, { measured: next, request }, own)
    return { node: node.name, outcome: 'upgraded', size: after, warnings }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const fact: UpgradeFact = BalloonNotReplaced({ subject: nodeSubject(node.name), because: error.fact })
    throw new Failure(error.code, fact, { cause: error })
  }
}
