import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import type { DryRunMode, Limits } from '../../ports/limits.ts'
import { orThrow, settle } from '../../ports/outcomes.ts'
import { formatMark, markOn, newMark, parseMark, planCordon, planUncordon } from '../model/cordon.ts'
import { type CordonFact, CordonLeft, NotCordoned, Uncordoned, WouldUncordon } from './cordon-messages.ts'
import type { SizingWorld } from './settle.ts'
import type { SizeChange } from './size-change.ts'
import { isUnanswered } from './unanswered.ts'

/** The status of a Node changes often, and the compare-and-swap fails for it. */
const maxTries = 5
/**
 * Milliseconds for undoing a cordon. Ctrl-C does not shorten them. It runs beside all else that is undone, or alone: a resize
 * that waits for room has its cordon undone long before its end (ADR 51).
 */
const undoTimeoutMs = 10_000
/** Milliseconds before another try. */
const pauseMs = 200

/** What became of the wish to cordon a node. */
export type Cordoned =
  /** `mark`: the text of our annotation. */
  | { readonly kind: 'ours'; readonly mark: string }
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
 * Rejects when the API server does not answer: then the cordon, if it arrived, is undone.
 */
export async function cordon(world: SizingWorld, { node, by, timeoutMs }: Order, limits: Limits): Promise<Cordoned> {
  const { cluster } = world
  const mark = formatMark(newMark({ by, now: cluster.now(), timeoutMs }))
  const subject = nodeSubject(node.name)
  let seen: Node | undefined = node
  for (let tries = 1; seen !== undefined; tries++) {
    if (planCordon(seen, cluster.now()) === 'leave') return { kind: 'theirs' }
    try {
      const wish = { unschedulable: true, annotations: { [balloon.cordonAnnotation]: mark } }
      if ((await cluster.nodes.schedule(seen, wish, limits)) === undefined) break
      return { kind: 'ours', mark }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (isUnanswered(error)) throw afterCordon(node.name, await uncordon(world, node.name, mark), error)
      if (error.code !== 'conflict' || tries === maxTries)
        return { kind: 'not', note: NotCordoned({ subject, because: error.fact }) }
      seen = await cluster.nodes.read(node.name, limits)
    }
  }
  // The node is gone, which the measurement that follows reports.
  return { kind: 'theirs' }
}

/**
 * Undoes the cordon with this mark, and no other. Resolves with the Failure when it could not be undone. Ctrl-C does not
 * keep it from that.
 */
export async function uncordon(world: SizingWorld, node: string, mark: string): Promise<Failure | undefined> {
  const { clock } = world
  const until = clock.monotonic() + undoTimeoutMs
  const { signal } = new AbortController()
  for (;;) {
    const failure = await undoOnce(world, { node, mark }, { signal, timeoutMs: until - clock.monotonic() })
    if (failure === undefined) return undefined
    if (!(isUnanswered(failure) || failure.code === 'conflict') || clock.monotonic() + pauseMs >= until) return failure
    await clock.sleep(pauseMs, signal)
  }
}

/** undefined: it is undone, or there is nothing to undo. */
async function undoOnce(
  { cluster: { nodes } }: SizingWorld,
  { node, mark }: { node: string; mark: string },
  limits: Limits,
): Promise<Failure | undefined> {
  try {
    const seen = await nodes.read(node, limits)
    const plan = seen === undefined ? 'nothing' : planUncordon(seen, mark)
    if (seen === undefined || plan === 'nothing') return undefined
    const unschedulable = plan === 'unmark' && seen.scheduling.unschedulable
    await nodes.schedule(seen, { unschedulable, annotations: { [balloon.cordonAnnotation]: null } }, limits)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** The Failure of a resize whose cordon was undone, or was left. `failure` undefined: the resize succeeded. */
export function afterCordon(node: string, left: Failure | undefined, failure: Failure): Failure
export function afterCordon(node: string, left: Failure | undefined, failure?: Failure): Failure | undefined
export function afterCordon(node: string, left: Failure | undefined, failure?: Failure): Failure | undefined {
  if (left === undefined) return failure
  const [subject, because, after] = [nodeSubject(node), left.fact, failure?.fact]
  // Without a failure of its own, the size is as requested, and the cordon is what is not known to be undone.
  const code = failure?.code ?? (isUnanswered(left) ? 'timeout' : left.code)
  return new Failure(code, CordonLeft({ subject, because, after }), { cause: failure ?? left })
}

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
