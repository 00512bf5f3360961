import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import type { Programs } from '../interface/programs.ts'
import { commandNotRun } from './sandbox-failure.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { writeWrappers } from './wrappers.ts'

export interface Surroundings {
  /** Path. */
  readonly kubeconfig: string
  /** What the command finds first in PATH. */
  readonly programs?: Programs
  /** The command is not even started when it has aborted. */
  readonly signal: AbortSignal
  /** From here on, the signals that this process gets are for the command, … */
  readonly onStart: () => void
  /** … until here. */
  readonly onEnd: () => void
}

/**
 * Runs a command with this kubeconfig and these programs; its exit code, 128 and the number for one that a signal
 * ended. Rejects with Failure 'usage' when it cannot be run.
 */
export async function runCommand(command: readonly string[], surroundings: Surroundings): Promise<number> {
  surroundings.signal.throwIfAborted()
  using folder = temporaryFolder()
  const PATH = [writeWrappers(folder.path, surroundings.programs ?? {}), process.env['PATH']].join(delimiter)
  // Before the command runs: from its first moment on, no signal may end this process and leave the command behind.
  using _forwarding = forwardSignals((signal) => child.kill(signal))
  const child = start(command, { ...process.env, KUBECONFIG: surroundings.kubeconfig, PATH })
  surroundings.onStart()
  try {
    const [code, killedBy] = (await ended(child, command)) as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']
  } finally {
    surroundings.onEnd()
  }
}

function start(command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const [program = '', ...args] = command
  try {
    return spawn(program, args, { stdio: 'inherit', env })
  } catch (cause) {
    throw commandNotRun(command, cause as NodeJS.ErrnoException)
  }
}

async function ended(child: ChildProcess, command: readonly string[]): Promise<unknown> {
  try {
    return await once(child, 'close')
  } catch (cause) {
    throw commandNotRun(command, cause as NodeJS.ErrnoException)
  }
}

/** A terminal sends Ctrl-C to all it runs in the foreground: sent on, it would come twice, and twice means at once. */
function forwardSignals(send: (signal: NodeJS.Signals) => void): Disposable {
  const onTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  const onInterrupt = (signal: NodeJS.Signals): void => {
    if (!onTerminal) send(signal)
  }
  process.on('SIGINT', onInterrupt).on('SIGTERM', send).on('SIGHUP', send)
  return {
    [Symbol.dispose]: () => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', send).off('SIGHUP', send)
    },
  }
}
