import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { WishShard } from '../../reconcile/wish.ts'
import type { AutoscaleFact } from './autoscale-fact.ts'
import type { KeepWishFact } from './keep-wish-fact.ts'
import type { SizingWorld } from './settle.ts'
import { isUnanswered } from './unanswered.ts'

const maxTries = 5
/** Milliseconds before another try. */
const pauseMs = 200

interface NoteWrite {
  readonly node: string
  /** The note that was read; undefined: there was none. */
  readonly replaces: string | undefined
  readonly text: string | undefined
  /** As it was read; undefined: the installation has none. */
  readonly shard: WishShard | undefined
}

/**
 * Compare-and-swap on the note about the machine of a node; resolves with what is stored then. Resolves also when the answer was
 * lost, if the note is there. Rejects with Failure 'conflict' when somebody else has written it.
 */
export async function writeNote(
  { cluster: { wishes }, clock }: SizingWorld,
  { node, replaces, text, shard }: NoteWrite,
  limits: Limits,
): Promise<WishShard> {
  if (shard === undefined) {
    const because: KeepWishFact = { reason: 'WishesNotInstalled', namespace: wishes.namespace }
    throw notWritten(node, new Failure('refused', because))
  }
  if (shard.machines.get(node) === text) return shard
  for (let tries = 1; ; tries++) {
    try {
      return await wishes.write({ node, part: 'machine', replaces, text, shard }, 'none', limits)
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error
      if (error.fact.reason === 'WishChanged')
        throw new Failure<AutoscaleFact>('conflict', { reason: 'AttemptLost', subject: nodeSubject(node) })
      if (!isUnanswered(error) || tries === maxTries) throw notWritten(node, error)
      await clock.sleep(pauseMs, limits.signal)
    }
  }
}

const notWritten = (name: string, cause: Failure): Failure =>
  new Failure<AutoscaleFact>(
    cause.code,
    { reason: 'MachineNoteNotWritten', subject: nodeSubject(name), because: cause.fact },
    { cause },
  )
