import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { isUnanswered, settle } from '../../ports/outcomes.ts'
import { formatMark, markOn, newMark, parseMark, planCordon, planUncordon } from '../model/cordon.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import type { Execution, UndoStep } from './execution.ts'
import { type CordonFact, CordonLeft, NotCordoned, Uncordoned, WouldUncordon } from './resize-messages.ts'

/** The status of a Node changes often, and the compare-and-swap fails for it. */
const maxTries = 5
/**
 * Milliseconds for undoing a cordon. It runs beside all else that is undone, or alone: a resize that waits for room has its cordon
 * undone long before its end (ADR 51).
 */
const undoTimeoutMs = 10_000
/** Milliseconds before another try. */
const pauseMs = 200

/** What became of the attempt to cordon a node. */
export type Cordoned =
  /** `release` undoes it early. */
  | { readonly kind: 'ours'; release(): void }
  /** It was cordoned before, and stays so. */
  | { readonly kind: 'theirs' }
  | { readonly kind: 'not'; readonly note: CordonFact }

interface Order {
  readonly node: Node
  /** Whoever runs the command. */
  readonly by: string
  readonly timeoutMs: number
}

/**
 * Cordons a node, unless it is. Without the right to do so, or if it does not succeed, the resize goes on without it.
 * Rejects when the API server does not answer.
 */
export async function cordon(
  { cluster, clock, undo, limits }: Pick<Execution, 'cluster' | 'clock' | 'undo' | 'limits'>,
  { node, by, timeoutMs }: Order,
): Promise<Cordoned> {
  const mark = formatMark(newMark({ by, now: cluster.now(), timeoutMs }))
  const desired = { unschedulable: true, annotations: { [balloon.cordonAnnotation]: mark } }
  let seen: Node | undefined = node
  for (let tries = 1; seen !== undefined; tries++) {
    if (planCordon(seen, cluster.now()) === 'leave') return { kind: 'theirs' }
    const ours = undo.push(undoCordon({ cluster, clock }, node.name, mark))
    const { value, failure } = await settle(cluster.nodes.schedule(seen, desired, limits))
    if (value !== undefined) return { kind: 'ours', release: ours.begin }
    if (failure !== undefined && isUnanswered(failure)) throw failure
    undo.drop(ours)
    if (failure === undefined) break
    if (failure.code !== 'conflict' || tries === maxTries)
      return { kind: 'not', note: NotCordoned({ subject: nodeSubject(node.name), because: failure.fact }) }
    seen = await cluster.nodes.read(node.name, limits)
  }
  // The node is gone, which the measurement that follows reports.
  return { kind: 'theirs' }
}

/** Whether the resize succeeds or fails, a cordon of ours lasts no longer than it. */
function undoCordon(world: SizingWorld, node: string, mark: string): Required<UndoStep> {
  let undone: Promise<Failure | undefined> | undefined
  const uncordoned = () => (undone ??= uncordon(world, node, mark))
  return {
    begin: () => void uncordoned(),
    end: async (failure) => afterCordon(node, await uncordoned(), failure),
  }
}

/** Undoes the cordon with this mark, and no other. Resolves with the Failure when it could not be undone. */
export async function uncordon(world: SizingWorld, node: string, mark: string): Promise<Failure | undefined> {
  const { clock } = world
  const until = clock.monotonic() + undoTimeoutMs
  const { signal } = new AbortController()
  for (;;) {
    const { failure } = await settle(undoOnce(world, { node, mark }, { signal, timeoutMs: until - clock.monotonic() }))
    if (failure === undefined) return undefined
    if (!(isUnanswered(failure) || failure.code === 'conflict') || clock.monotonic() + pauseMs >= until) return failure
    await clock.sleep(pauseMs, signal)
  }
}

async function undoOnce(
  { cluster: { nodes } }: SizingWorld,
  { node, mark }: { readonly node: string; readonly mark: string },
  limits: Limits,
): Promise<void> {
  const seen = await nodes.read(node, limits)
  const plan = seen === undefined ? 'nothing' : planUncordon(seen, mark)
  if (seen === undefined || plan === 'nothing') return
  const unschedulable = plan === 'unmark' && seen.scheduling.unschedulable
  await nodes.schedule(seen, { unschedulable, annotations: { [balloon.cordonAnnotation]: null } }, limits)
}

/** The Failure of a resize whose cordon was undone, or was left. `failure` undefined: the resize succeeded. */
function afterCordon(node: string, left: Failure | undefined, failure: Failure | undefined): Failure | undefined {
  if (left === undefined) return failure
  const [subject, because, after] = [nodeSubject(node), left.fact, failure?.fact]
  // Without a failure of its own, the size is as requested, and the cordon is what is not known to be undone.
  const code = failure?.code ?? (isUnanswered(left) ? 'timeout' : left.code)
  return new Failure(code, CordonLeft({ subject, because, after }), { cause: failure ?? left })
}

/**
 * Cancels the cordon that a killed command has left on a node, whatever its age. A command that still runs finds its mark gone,
 * and leaves the node as it is. Resolves with what is to be said of it.
 */
export async function cancelCordon(
  { undo, ...world }: Execution,
  node: Node,
  dryRun: DryRunMode,
): Promise<readonly CordonFact[]> {
  const mark = markOn(node)
  if (mark === undefined) return []
  const { by, at } = parseMark(mark) ?? { by: undefined, at: undefined }
  const about = { subject: nodeSubject(node.name), by, at }
  if (dryRun !== 'none') return [WouldUncordon(about)]
  const left = await uncordon(world, node.name, mark)
  undo.push({ end: async (failure) => afterCordon(node.name, left, failure) })
  return [Uncordoned(about)]
}
