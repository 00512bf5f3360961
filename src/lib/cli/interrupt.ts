import { Failure } from '../errors.ts'
import { exitCode } from './exit.ts'

export interface Interruption {
  /** Aborts on the first Ctrl-C or SIGTERM: whoever waits gives up and takes back what is half done. */
  readonly signal: AbortSignal
  /** Stop listening. */
  release(): void
}

/** A second Ctrl-C ends the process on the spot. */
export function listenForInterrupt(): Interruption {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCode('interrupted'))
    controller.abort(new Failure('interrupted', 'interrupted'))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
