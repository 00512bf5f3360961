import { Failure } from '../../failure.ts'
import type { ServerFact } from '../../ports/server-fact.ts'
import { exitCode, type Outcome } from './exit-codes.ts'

export interface Interruption {
  /** Aborts on the first Ctrl-C, SIGTERM or SIGHUP: whoever waits gives up and takes back what is half done. */
  readonly signal: AbortSignal
  /** Stop listening. */
  release(): void
}

const outcomes = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const satisfies Partial<
  Record<NodeJS.Signals, Outcome>
>
type EndingSignal = keyof typeof outcomes
const signals = Object.keys(outcomes) as readonly EndingSignal[]

/** Signals are sent to a process, and so the process remembers which one it was. */
let received: EndingSignal | undefined

/**
 * Ctrl-C after any of them ends the process on the spot, after these last words. The others never do: a terminal that
 * goes away sends SIGHUP twice, by the kernel and by the shell.
 */
export function listenForInterrupt(lastWords: () => void): Interruption {
  const controller = new AbortController()
  const onSignal = (name: NodeJS.Signals): void => {
    if (received === undefined) process.once('exit', endBySignal)
    received ??= name as EndingSignal
    if (controller.signal.aborted && name === 'SIGINT') {
      received = name
      lastWords()
      process.exit(exitCode('interrupted'))
    }
    controller.abort(new Failure<ServerFact>('interrupted', { reason: 'Interrupted' }))
  }
  for (const name of signals) process.on(name, onSignal)
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal)
    },
  }
}

/** The outcome of an interrupted command is that of the signal which it got. */
export const endOf = (outcome: Outcome): Outcome =>
  outcome === 'interrupted' && received !== undefined ? outcomes[received] : outcome

/**
 * A process that a signal made end ends by that signal, after its orderly end: a shell script stops at Ctrl-C instead of
 * going on with its next line, and systemd counts SIGTERM as a clean stop, which it does not do for exit code 143. Where
 * the kernel does not let a process end so (PID 1 of a container), its exit code says the same.
 */
function endBySignal(code: number): void {
  if (received === undefined || code !== exitCode(outcomes[received])) return
  process.removeAllListeners(received)
  process.kill(process.pid, received)
}
