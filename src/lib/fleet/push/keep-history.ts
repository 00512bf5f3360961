import { readReport } from '../../agent/report/read-report.ts'
import type { Node } from '../../api/node.ts'
import { revisionsToRemove } from '../../documents/past-document.ts'
import type { History, Recording } from '../../documents/ports/history.ts'
import type { Stamp, StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target } from '../../documents/target.ts'
import { agent } from '../../names.ts'
import type { DryRun, Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import { type DocumentFact, HistoryNotKept } from '../change/document-messages.ts'

/** What a push does to the history of its target. */
export interface HistoryPlan {
  /** The document that it replaces, when that was pushed and is not recorded. */
  readonly replaced: Recording | undefined
  /** Old revisions that are not kept any longer. */
  readonly remove: readonly number[]
}

interface Known {
  readonly target: Target
  readonly replaces: StoredDocument | undefined
  /** Whether it is as it was pushed. */
  readonly edited: boolean
  readonly revision: number
  /** The numbers that are recorded, ascending. */
  readonly recorded: readonly number[]
  readonly nodes: readonly Node[]
}

export function planHistory({ target, replaces, edited, revision, recorded, nodes }: Known): HistoryPlan {
  const before = replaces?.stamp.revision
  const isMissing = before !== undefined && replaces?.body !== undefined && !edited && !recorded.includes(before)
  return {
    replaced: isMissing ? { target, revision: before, body: replaces.body!, stamp: replaces.stamp } : undefined,
    remove: revisionsToRemove([...recorded, revision], () => revisionsInUse(target, nodes)),
  }
}

/** The revisions of a target that nodes run, return to, or are about to run. */
function revisionsInUse(target: Target, nodes: readonly Node[]): ReadonlySet<number> {
  const own = target.kind === 'node' ? nodes.filter(({ name }) => name === target.node) : nodes
  const numbers = own.flatMap(({ annotations }) => {
    const reading = readReport(annotations[agent.annotation.status])
    if (reading.kind !== 'report') return []
    const { assigned, active, lastKnownGood } = reading.report
    return [assigned, active, lastKnownGood].flatMap((config) =>
      config === undefined || config.source !== target.kind ? [] : (config.revision ?? []),
    )
  })
  return new Set(numbers)
}

interface Pushed {
  readonly target: Target
  readonly revision: number
  readonly body: string
  readonly stamp: Stamp
  readonly plan: HistoryPlan
}

/** Records what was pushed. The push is done whatever becomes of this: a failure is a warning. */
export async function keepHistory(
  history: History,
  { plan, ...recording }: Pushed,
  { dryRun, limits }: { dryRun: DryRun; limits: Limits },
): Promise<readonly DocumentFact[]> {
  const recordings = plan.replaced === undefined ? [recording] : [plan.replaced, recording]
  const outcomes = await Promise.all([
    ...recordings.map((one) => settle(history.record(one, dryRun, limits))),
    ...plan.remove.map((revision) => settle(history.remove(recording.target, revision, dryRun, limits))),
  ])
  const failure = outcomes.find((outcome) => outcome.failure !== undefined)?.failure
  if (failure === undefined) return []
  return [HistoryNotKept({ subject: configMapOf(recording.target), because: failure.fact })]
}
