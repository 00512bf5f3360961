import { Failure } from '../../failure.ts'
import { exitCode } from './exit.ts'

export interface Interruption {
  /** Aborts on the first Ctrl-C, SIGTERM or SIGHUP: whoever waits gives up and takes back what is half done. */
  readonly signal: AbortSignal
  /** Stop listening. */
  release(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Ctrl-C after any of them ends the process on the spot, after these last words. The others never do: a terminal that
 * goes away sends SIGHUP twice, by the kernel and by the shell.
 */
export function listenForInterrupt(lastWords: () => void): Interruption {
  const controller = new AbortController()
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted && name === 'SIGINT') {
      lastWords()
      process.exit(exitCode('interrupted'))
    }
    controller.abort(new Failure('interrupted', 'interrupted'))
  }
  for (const name of signals) process.on(name, onSignal)
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, onSignal)
    },
  }
}
