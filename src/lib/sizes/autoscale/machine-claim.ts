import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, equal } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { isUnanswered } from '../../ports/outcomes.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import { type Attempt, formatNote } from '../model/machine-note.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { DesiredSizesNotInstalled, type StoreSizeFact } from '../resize/resize-messages.ts'
import type { AutoscaleNodePlan } from './autoscale.ts'
import { AttemptLost, MachineNoteNotWritten } from './autoscale-messages.ts'

/** Milliseconds for a resize of the balloon beside its wait: requests, a revert, and clocks that disagree. */
const balloonSlackMs = 30_000
/** The same for a call of the provider: its end after the signal, and clocks that disagree. */
const providerSlackMs = 15_000
/** Milliseconds for the last write. Ctrl-C does not shorten them. */
const lastWriteTimeoutMs = 10_000

/** Two commands know the clock of the API server to a second each: its Date has no fractions. */
const clockErrorMs = 2_000

/** The attempt of this command in the note of a node: nobody else resizes node or machine by a provider meanwhile. */
export class MachineClaim {
  /** Whether the machine may have another size than the note says. */
  isUnknown: boolean

  readonly #world: SizingWorld
  readonly #node: string
  readonly #uid: string
  #bucket: SizeBucket | undefined
  #text: string | undefined
  /** Of the note, while the attempt is under way; `#isKept`: and afterwards. */
  #size: Amounts
  #isKept: boolean
  #attempt: Attempt

  private constructor(
    world: SizingWorld,
    { request, bucket, noteText, note, measured }: AutoscaleNodePlan,
    attempt: Attempt,
  ) {
    this.#world = world
    this.#node = request.node
    this.#uid = measured.node.uid
    this.#bucket = bucket
    this.#text = noteText
    this.#size = note?.size ?? measured.allocatable
    this.#isKept = note !== undefined
    this.#attempt = attempt
    this.isUnknown = attempt.step === 'provider'
  }

  /** Rejects with Failure 'conflict' when another attempt was faster. */
  static async begin(world: SizingWorld, plan: AutoscaleNodePlan, limits: Limits): Promise<MachineClaim> {
    const { request, note, user, measured, decided } = plan
    const { to } = decided!.machine
    const left = note?.attempt
    const attempt: Attempt = {
      ...{ id: request.attempt, by: user, at: new Date(world.cluster.now()).toISOString(), until: '' },
      // What a command that was killed has left unknown stays so.
      ...(left?.step === 'provider' ? { step: left.step, to: left.to } : { step: 'balloon', to }),
      before: left !== undefined && equal(left.to, to) ? left.before : measured.size,
    }
    const claim = new MachineClaim(world, plan, attempt)
    await claim.#write(request.timeoutMs + balloonSlackMs, limits)
    return claim
  }

  /** The size of the node before the attempt, or before the one that it goes on with. */
  get before(): Amounts {
    return this.#attempt.before
  }

  /** The provider is asked for this size now, for so many milliseconds. */
  async ask(to: Amounts, ms: number, limits: Limits): Promise<void> {
    this.#attempt = { ...this.#attempt, step: 'provider', to }
    await this.#write(ms + providerSlackMs, limits)
    this.isUnknown = true
  }

  /** The machine has this size; the balloon follows, for so many milliseconds. */
  async confirm(size: Amounts, ms: number, limits: Limits): Promise<void> {
    this.#size = size
    this.#attempt = { ...this.#attempt, step: 'balloon', to: size }
    await this.#write(ms + balloonSlackMs, limits)
    this.#isKept = true
    this.isUnknown = false
  }

  /** The attempt is over. If the machine may have either size, it stays in the note, and the next command goes on at once. */
  async release(): Promise<void> {
    const limits = { signal: new AbortController().signal, timeoutMs: lastWriteTimeoutMs }
    if (this.isUnknown) return this.#write(-clockErrorMs, limits)
    const text = this.#isKept ? formatNote({ uid: this.#uid, size: this.#size }) : undefined
    await this.#store(text, limits)
  }

  async #write(ms: number, limits: Limits): Promise<void> {
    const until = new Date(this.#world.cluster.now() + ms).toISOString()
    const attempt = { ...this.#attempt, until }
    await this.#store(formatNote({ uid: this.#uid, size: this.#size, attempt }), limits)
  }

  async #store(text: string | undefined, limits: Limits): Promise<void> {
    const write = { node: this.#node, replaces: this.#text, text, bucket: this.#bucket }
    this.#bucket = await writeNote(this.#world, write, limits)
    this.#text = text
  }
}

/** For a last write after an error, which is what counts. */
export function orThrowBug(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

const maxTries = 5
/** Milliseconds before another try. */
const pauseMs = 200

interface NoteWrite {
  readonly node: string
  /** The note that was read; undefined: there was none. */
  readonly replaces: string | undefined
  readonly text: string | undefined
  /** As it was read; undefined: the installation has none. */
  readonly bucket: SizeBucket | undefined
}

/**
 * Compare-and-swap on the note about the machine of a node; resolves with what is stored then. Resolves also when the answer was
 * lost, if the note is there. Rejects with Failure 'conflict' when somebody else has written it.
 */
async function writeNote(
  { cluster: { desiredSizes }, clock }: SizingWorld,
  { node, replaces, text, bucket }: NoteWrite,
  limits: Limits,
): Promise<SizeBucket> {
  if (bucket === undefined) {
    const because: StoreSizeFact = DesiredSizesNotInstalled({ namespace: desiredSizes.namespace })
    throw notWritten(node, new Failure('refused', because))
  }
  if (bucket.machines.get(node) === text) return bucket
  for (let tries = 1; ; tries++) {
    try {
      return await desiredSizes.write({ node, part: 'machine', replaces, text, bucket }, 'none', limits)
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error
      if (error.fact.reason === 'DesiredSizeChanged')
        throw new Failure('conflict', AttemptLost({ subject: nodeSubject(node) }))
      if (!isUnanswered(error) || tries === maxTries) throw notWritten(node, error)
      await clock.sleep(pauseMs, limits.signal)
    }
  }
}

const notWritten = (name: string, cause: Failure): Failure =>
  new Failure(cause.code, MachineNoteNotWritten({ subject: nodeSubject(name), because: cause.fact }), { cause })
