import { concurrently } from '../../cluster/concurrently.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Amounts } from '../../pods/amounts.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import { canBe, isUnderWay, longestStepMs, type MachineNote, noteFor } from '../model/machine-note.ts'
import type { NodeSize } from '../model/node-size.ts'
import { type AutoscalePlan, planAutoscale } from '../plan/autoscale.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { measureNode, userOf } from '../resize/survey.ts'
import {
  AttemptTooLong,
  AttemptUnderWay,
  type AutoscaleFact,
  MachineNoteBroken,
  ShrinkMovesAllocatable,
} from './autoscale-messages.ts'

export interface AutoscaleRequest {
  readonly node: string
  /** The size that node and machine are to have. A resource without an amount stays as it is. */
  readonly size: Partial<Amounts>
  /** Names the attempt; the provider gets it. */
  readonly attempt: string
  /** Milliseconds to wait for the kubelet, in each step. */
  readonly timeoutMs: number
  /** Milliseconds for a call of the provider. */
  readonly providerTimeoutMs: number
  /** The provider changes what the kubelet reports: wait until that has room for the size. Only for larger machines. */
  readonly movesAllocatable?: boolean | undefined
  readonly dryRun: DryRunMode
  readonly hold?: HoldPolicy | undefined
  readonly message?: string | undefined
  readonly noCordon?: boolean | undefined
}

/** What would be done with a node and its machine. */
export interface AutoscaleNodePlan {
  readonly request: AutoscaleRequest
  readonly measured: NodeSize
  /** Where it is; undefined: the installation has none. */
  readonly bucket: SizeBucket | undefined
  /** As it was read; undefined: there is none. */
  readonly noteText: string | undefined
  readonly note: MachineNote | undefined
  readonly user: string
  /** undefined: it is refused. */
  readonly decided: AutoscalePlan | undefined
  readonly refusal: Failure | undefined
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/** Measures the node and decides; writes nothing. Rejects with Failure 'invalid' when the node does not exist. */
export async function planAutoscaleNode(
  world: SizingWorld,
  request: AutoscaleRequest,
  limits: Limits,
): Promise<AutoscaleNodePlan> {
  const { node, size, movesAllocatable = false } = request
  const [measured, user, bucket] = await concurrently([
    measureNode(world.cluster, node, limits),
    userOf(world.cluster, limits),
    world.cluster.desiredSizes.read(node, limits),
  ])
  const noteText = bucket?.machines.get(node)
  const note = noteAt(noteFor(measured.node, noteText), world.cluster.now())
  const common = { request, measured, bucket, noteText, user, warnings: [], notes: [], decided: undefined }
  if (note === 'broken')
    return { ...common, note: undefined, refusal: brokenNote(node, { bucket, text: noteText ?? '' }) }
  const overlong = tooLong(request)
  if (overlong !== undefined) return { ...common, note, refusal: overlong }
  const decided = planAutoscale({ measured, note, size, movesAllocatable })
  const notes = underWay(node, note, world.cluster.now())
  const refusal = 'verb' in decided ? new Failure(decided.code, decided.fact) : unsafe(request, decided)
  return { ...common, note, decided: 'verb' in decided ? undefined : decided, refusal, notes }
}

/** A kubelet that restarts with less allocatable admits the balloon first, and may end pods for it. */
function unsafe({ node, movesAllocatable }: AutoscaleRequest, { machine }: AutoscalePlan): Failure | undefined {
  if (!movesAllocatable || machine.direction === 'grow' || machine.direction === 'none') return undefined
  return new Failure('refused', ShrinkMovesAllocatable({ subject: nodeSubject(node) }))
}

/** An attempt that none of our commands can have noted would keep others waiting. */
const noteAt = (note: ReturnType<typeof noteFor>, now: number): ReturnType<typeof noteFor> =>
  typeof note === 'object' && note.attempt !== undefined && !canBe(note.attempt, now) ? 'broken' : note

function tooLong({ node, timeoutMs, providerTimeoutMs }: AutoscaleRequest): Failure | undefined {
  if (Math.max(timeoutMs, providerTimeoutMs) <= longestStepMs) return undefined
  const fact: AutoscaleFact = AttemptTooLong({ subject: nodeSubject(node), longestMs: longestStepMs })
  return new Failure('usage', fact)
}

const brokenNote = (node: string, { bucket, text }: { bucket: SizeBucket | undefined; text: string }): Failure =>
  new Failure(
    'invalid',
    MachineNoteBroken({
      subject: nodeSubject(node),
      text,
      namespace: bucket?.namespace ?? '',
      configMap: bucket?.name ?? '',
    }),
  )

/** Another attempt, which may still be at work. */
export function underWay(node: string, note: MachineNote | undefined, now: number): readonly AutoscaleFact[] {
  const { attempt } = note ?? {}
  if (attempt === undefined || !isUnderWay(attempt, now)) return []
  const { id, by, until } = attempt
  return [AttemptUnderWay({ subject: nodeSubject(node), attempt: id, by, until })]
}
