import type { Status } from '../../api/status.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import { StreamUnreadable } from '../http/connection-messages.ts'
import { hasShape, parseJson } from '../http/shape.ts'
import type { Reply } from '../http/transport.ts'
import { isBreak } from '../http/unreachable.ts'

/** One event of a watch. */
export interface ObjectEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: T
}

export type WatchEvent<T> =
  | ObjectEvent<T>
  | { readonly type: 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: Status }

interface StreamLimits {
  readonly server: string
  readonly clock: Clock
  /**
   * After this many milliseconds without a byte, the connection counts as dead, whatever TCP reports. Bookmarks arrive
   * about once a minute.
   */
  readonly idleMs: number
}

/** An object has at most about 3 MiB (the limit of a request), and its JSON may be escaped. */
const longestLine = 16 * 2 ** 20

/**
 * Yields the events of a watch, one list per chunk of bytes. Ends when the connection ends or breaks; an incomplete
 * last line is dropped. Rejects with Failure 'unreachable' when a line is not an event.
 */
export async function* watchEvents<T>(reply: Reply, limits: StreamLimits): AsyncGenerator<WatchEvent<T>[]> {
  const decoder = new TextDecoder()
  const startIdleTimer = () => limits.clock.after(limits.idleMs, reply.cancel)
  let stopIdleTimer = startIdleTimer()
  let rest = ''
  try {
    for await (const chunk of reply.body) {
      stopIdleTimer()
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > longestLine) throw broken(limits)
      if (lines.length > 0) yield lines.map((line) => parseEvent<T>(line, limits))
      stopIdleTimer = startIdleTimer()
    }
  } catch (error) {
    if (!isBreak(error)) throw error
  } finally {
    stopIdleTimer()
    reply.cancel()
  }
}

function parseEvent<T>(line: string, limits: StreamLimits): WatchEvent<T> {
  const event = parseJson(line)
  if (!hasShape(event, 'event')) throw broken(limits)
  return event as WatchEvent<T>
}

const broken = ({ server }: StreamLimits): Failure =>
  new Failure(
    'unreachable',
    StreamUnreadable({
      subject: { kind: 'Server', name: server },
    }),
  )
