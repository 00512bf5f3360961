import { Failure } from '../../message/failure.ts'
import { Interrupted } from '../../ports/limits.ts'
import { exitCode, type Outcome } from './exit-codes.ts'

export interface Interruption {
  /** Aborts on the first Ctrl-C, SIGTERM or SIGHUP: waits end, and unfinished changes are reverted. */
  readonly signal: AbortSignal
  /** Leaves Ctrl-C to the program that runs on the terminal, until this is disposed of. Other signals still abort. */
  leaveCtrlC(): Disposable
  /** Stop listening. */
  release(): void
}

const outcomes = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const satisfies Partial<
  Record<NodeJS.Signals, Outcome>
>
type EndingSignal = keyof typeof outcomes
const signals = Object.keys(outcomes) as readonly EndingSignal[]

/** Kept for the whole process, because signals are sent to the process. */
let received: EndingSignal | undefined

/**
 * A Ctrl-C after any first signal calls `beforeExit` and ends the process at once. A second SIGTERM or SIGHUP does not: a
 * closed terminal sends SIGHUP twice, from the kernel and from the shell.
 */
export function listenForInterrupt(beforeExit: () => void): Interruption {
  const controller = new AbortController()
  let ctrlC: 'ours' | 'theirs' = 'ours'
  const onSignal = (name: NodeJS.Signals): void => {
    if (name === 'SIGINT' && ctrlC === 'theirs') return
    if (received === undefined) process.once('exit', endBySignal)
    received ??= name as EndingSignal
    if (controller.signal.aborted && name === 'SIGINT') {
      received = name
      beforeExit()
      process.exit(exitCode('interrupted'))
    }
    controller.abort(new Failure('interrupted', Interrupted()))
  }
  for (const name of signals) process.on(name, onSignal)
  return {
    signal: controller.signal,
    leaveCtrlC: () => {
      // Without a terminal there is no Ctrl-C: then SIGINT is for this process alone.
      ctrlC = process.stdin.isTTY ? 'theirs' : 'ours'
      return {
        [Symbol.dispose]: () => {
          ctrlC = 'ours'
        },
      }
    },
    release: () => {
      for (const name of signals) process.off(name, onSignal)
    },
  }
}

/** The outcome of an interrupted command depends on the signal that it received. */
export const endOf = (outcome: Outcome): Outcome =>
  outcome === 'interrupted' && received !== undefined ? outcomes[received] : outcome

/** The terminal is closed: SIGHUP, unless a signal is already received. Without listeners, it ends the process at once. */
export function hangUp(): void {
  if (received === undefined) process.kill(process.pid, 'SIGHUP')
}

/**
 * After an orderly end, let the signal that caused it kill the process. A shell script then stops at Ctrl-C instead of
 * continuing with its next line, and systemd counts SIGTERM as a clean stop, unlike exit code 143. Where the kernel ignores
 * the signal (PID 1 of a container), the exit code means the same.
 */
function endBySignal(code: number): void {
  if (received === undefined || code !== exitCode(outcomes[received])) return
  process.removeAllListeners(received)
  process.kill(process.pid, received)
}
