import { type Fact, nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import type { Hold } from '../../reconcile/wish.ts'
import type { Amounts } from '../../sizing/amounts.ts'
import { type AutoscalePlan, planAutoscale } from '../../sizing/autoscale.ts'
import { isUnderWay, type MachineNote, noteTextOn, parseNote } from '../../sizing/machine-note.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { together } from '../read-together.ts'
import type { AutoscaleFact } from './autoscale-fact.ts'
import { userOf } from './beneath-cordon.ts'
import type { SizingWorld } from './settle.ts'
import { measureNode } from './survey.ts'

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
  readonly hold?: Hold | undefined
  readonly message?: string | undefined
  readonly noCordon?: boolean | undefined
}

/** What would be done with a node and its machine. */
export interface AutoscaleNodePlan {
  readonly request: AutoscaleRequest
  readonly measured: NodeSize
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
  const [measured, user] = await together([measureNode(world.cluster, node, limits), userOf(world, limits)])
  const noteText = noteTextOn(measured.node)
  const note = noteText === undefined ? undefined : parseNote(noteText)
  const common = { request, measured, noteText, note, user, warnings: [] }
  if (noteText !== undefined && note === undefined)
    return { ...common, decided: undefined, refusal: brokenNote(node, noteText), notes: [] }
  const decided = planAutoscale({ measured, note, size, movesAllocatable })
  const notes = underWay(node, note, world.clock.now())
  const refusal = 'verb' in decided ? new Failure(decided.code, decided.fact) : unsafe(request, decided)
  return { ...common, decided: 'verb' in decided ? undefined : decided, refusal, notes }
}

/** A kubelet that restarts with less allocatable admits the balloon first, and may end pods for it. */
function unsafe({ node, movesAllocatable }: AutoscaleRequest, { machine }: AutoscalePlan): Failure | undefined {
  if (!movesAllocatable || machine.direction === 'grow' || machine.direction === 'none') return undefined
  return new Failure<AutoscaleFact>('refused', { reason: 'ShrinkMovesAllocatable', subject: nodeSubject(node) })
}

const brokenNote = (node: string, text: string): Failure =>
  new Failure<AutoscaleFact>('invalid', { reason: 'MachineNoteBroken', subject: nodeSubject(node), text })

/** Another attempt, which may still be at work. */
export function underWay(node: string, note: MachineNote | undefined, now: number): readonly AutoscaleFact[] {
  const { attempt } = note ?? {}
  if (attempt === undefined || !isUnderWay(attempt, now)) return []
  const { id, by, until } = attempt
  return [{ reason: 'AttemptUnderWay', subject: nodeSubject(node), attempt: id, by, until }]
}
