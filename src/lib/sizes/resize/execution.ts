import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import type { SizingWorld } from '../ports/cluster.ts'

/** What the steps of one resize share. */
export interface Execution extends SizingWorld {
  readonly undo: UndoStack
  readonly time: ResizeTime
  /** Of all that goes on, until `--timeout` or Ctrl-C; what is undone has those of `time`. */
  readonly limits: Limits
}

export function executionOf({ cluster, clock }: SizingWorld, timeoutMs: number, limits: Limits): Execution {
  const time = new ResizeTime(clock, timeoutMs)
  return { cluster, clock, undo: new UndoStack(), time, limits: time.forth(limits) }
}

/** What a step has done, and how it is put back. */
export interface UndoStep {
  /** Begins it now, beside whatever else is undone. */
  begin?(): void
  /**
   * Undoes it, and resolves with what is to be reported. `failure`: why the resize fails, or what is left of a step after it;
   * undefined: it succeeds, or ends with an internal error, and only what lasts no longer than the resize is undone.
   */
  end(failure: Failure | undefined): Promise<Failure | undefined>
}

/**
 * What a resize has to put back (ADR 57). Each step registers it before it acts, so that one whose answer is lost is undone, too.
 * However the steps end, by success, failure, the end of their time or Ctrl-C, it is undone once, the last step first.
 */
export class UndoStack {
  /** Of the steps that run now; those around them are kept aside. */
  #undos: readonly UndoStep[] = []

  push<Kind extends UndoStep>(undo: Kind): Kind {
    this.#undos = [...this.#undos, undo]
    return undo
  }

  /** The step has done nothing, or what it has done is to stay. */
  drop(undo: UndoStep): void {
    this.#undos = this.#undos.filter((one) => one !== undo)
  }

  /** Runs steps, then undoes what they have registered. Rejects with what is to be reported, and as it is with an internal error. */
  async around<Value>(steps: () => Promise<Value>): Promise<Value> {
    const outer = this.#undos
    this.#undos = []
    let end = await endOf(steps())
    const undos = this.#undos.toReversed()
    this.#undos = outer
    for (const undo of undos) undo.begin?.()
    for (const undo of undos) {
      const failure = end.error instanceof Failure ? end.error : undefined
      const isInternal = end.error !== failure
      const { value: reported, error = reported } = await endOf(undo.end(failure))
      if (error !== undefined && !isInternal) end = { error }
    }
    if (end.error !== undefined) throw end.error
    return end.value as Value
  }
}

/** As Outcome, but of any error. */
type End<Value> =
  | { readonly value: Value; readonly error?: undefined }
  | { readonly error: unknown; readonly value?: undefined }

const endOf = <Value>(running: Promise<Value>): Promise<End<Value>> =>
  running.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

/** Milliseconds beyond `--timeout` for what is sent before the wait for the kubelet, which may be no wait at all. */
const slackMs = 5_000
/** Milliseconds after `--timeout`, or Ctrl-C, in which everything is undone: docs/nodesize.md promises 25 s. */
const undoMs = 24_500
/** Milliseconds of it that are kept for the last step: the size that is stored is put back. */
const lastMs = 5_000

type Timed = Limits & { readonly timeoutMs: number }

/**
 * The ends of one resize, which all its requests share (ADR 51). It goes on until `--timeout` or Ctrl-C. What undoes it has
 * an end of its own, which Ctrl-C does not change: a late end is better than a half-done resize.
 */
export class ResizeTime {
  readonly #clock: Clock
  readonly #timeoutMs: number
  #end: number
  #undoneBy: number | undefined

  /** Without a time, only what is undone has an end. */
  constructor(clock: Clock, timeoutMs = Number.POSITIVE_INFINITY) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#end = clock.monotonic() + timeoutMs
  }

  /** It begins anew: a balloon was waited for, and its kubelet has not seen the resize yet. */
  again(): void {
    this.#end = this.#clock.monotonic() + this.#timeoutMs
  }

  /** Milliseconds that the kubelet has for its answer. */
  get leftMs(): number {
    return Math.max(0, this.#end - this.#clock.monotonic())
  }

  /** For what comes before that. */
  forth({ signal }: Limits): Limits {
    return { signal, leftMs: () => Math.max(0, this.#end + slackMs - this.#clock.monotonic()) }
  }

  /** For a step that undoes something, which may take so many milliseconds at most. */
  back(longestMs: number): Timed {
    return this.#back(longestMs, lastMs)
  }

  /** For the last of them. */
  last(): Timed {
    return this.#back(lastMs, 0)
  }

  #back(longestMs: number, keptMs: number): Timed {
    const now = this.#clock.monotonic()
    this.#undoneBy ??= Math.min(now, this.#end) + undoMs
    const leftMs = this.#undoneBy - keptMs - now
    return { signal: new AbortController().signal, timeoutMs: Math.max(0, Math.min(longestMs, leftMs)) }
  }
}
