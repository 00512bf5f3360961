import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { Failure } from '../../errors.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { writeWrappers } from './wrappers.ts'

export interface Surroundings {
  /** Path. */
  readonly kubeconfig: string
  /** The command is not even started when it has aborted. */
  readonly signal: AbortSignal
  /** From here on, the signals that this process gets are for the command. */
  readonly onStart: () => void
}

/**
 * Runs a command with this kubeconfig, and both command lines first in PATH; its exit code, 128 and the number for one
 * that a signal ended. Rejects with Failure 'usage' when it cannot be run.
 */
export async function runCommand(command: readonly string[], surroundings: Surroundings): Promise<number> {
  using folder = temporaryFolder()
  const programs = await writeWrappers(folder.path)
  surroundings.signal.throwIfAborted()
  const PATH = [programs, process.env['PATH']].join(delimiter)
  const [program = '', ...args] = command
  const env = { ...process.env, KUBECONFIG: surroundings.kubeconfig, PATH }
  // Before the command runs: from its first moment on, no signal may end this process and leave the command behind.
  using _forwarding = forwardSignals((signal) => child.kill(signal))
  const child = spawn(program, args, { stdio: 'inherit', env })
  surroundings.onStart()
  const [code, killedBy] = (await once(child, 'close').catch((cause: NodeJS.ErrnoException) => {
    throw new Failure('usage', `command '${program}' cannot be run: ${cause.code}`, { cause })
  })) as [number | null, NodeJS.Signals | null]
  return code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']
}

/** A terminal sends Ctrl-C to all it runs in the foreground: sent on, it would come twice, and twice means at once. */
function forwardSignals(send: (signal: NodeJS.Signals) => void): Disposable {
  const onInterrupt = (signal: NodeJS.Signals): void => {
    if (!process.stdin.isTTY) send(signal)
  }
  process.on('SIGINT', onInterrupt).on('SIGTERM', send).on('SIGHUP', send)
  return {
    [Symbol.dispose]: () => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', send).off('SIGHUP', send)
    },
  }
}
