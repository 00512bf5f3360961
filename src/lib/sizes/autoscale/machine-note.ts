import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { WishShard } from '../desired/wish.ts'
import type { KeepWishFact } from '../resize/keep-wish-messages.ts'
import { WishesNotInstalled } from '../resize/keep-wish-messages.ts'
import type { SizingWorld } from '../resize/settle.ts'
import { isUnanswered } from '../resize/unanswered.ts'
import { AttemptLost, MachineNoteNotWritten } from './autoscale-messages.ts'

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
    const because: KeepWishFact = WishesNotInstalled({ namespace: wishes.namespace })
    throw notWritten(node, new Failure('refused', because))
  }
  if (shard.machines.get(node) === text) return shard
  for (let tries = 1; ; tries++) {
    try {
      return await wishes.write({ node, part: 'machine', replaces, text, shard }, 'none', limits)
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'interrupted') throw error
      if (error.fact.reason === 'WishChanged')
        throw new Failure('conflict', AttemptLost({ subject: nodeSubject(node) }))
      if (!isUnanswered(error) || tries === maxTries) throw notWritten(node, error)
      await clock.sleep(pauseMs, limits.signal)
    }
  }
}

const notWritten = (name: string, cause: Failure): Failure =>
  new Failure(cause.code, MachineNoteNotWritten({ subject: nodeSubject(name), because: cause.fact }), { cause })
