import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { shellWord } from '../../lib/quoting.ts'
import type { Programs } from '../interface/programs.ts'
import { commandNotRun } from './sandbox-failure.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface CommandOptions {
  /** Path of the kubeconfig. */
  readonly kubeconfig: string
  /** Programs to put first in PATH. */
  readonly programs?: Programs
  /** The command is not started if this has aborted. */
  readonly signal: AbortSignal
  /** Called when the command has started: from now on, it handles signals. */
  readonly onStart: () => void
  /** Called when the command has ended. */
  readonly onEnd: () => void
}

/**
 * Runs a command with this kubeconfig and these programs. Resolves with its exit code, which is 128 plus the number of
 * the signal if a signal ended it. Rejects with Failure 'usage' when it cannot be run.
 */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<number> {
  options.signal.throwIfAborted()
  using folder = temporaryFolder()
  const PATH = [writeWrappers(folder.path, options.programs ?? {}), process.env['PATH']].join(delimiter)
  // Forward signals before the command starts, so that no signal ends this process and leaves the command running.
  using _forwarding = forwardSignals((signal) => child.kill(signal))
  const child = start(command, { ...process.env, KUBECONFIG: options.kubeconfig, PATH })
  options.onStart()
  try {
    const [code, killedBy] = (await ended(child, command)) as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']
  } finally {
    options.onEnd()
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

/**
 * On a terminal, the command receives Ctrl-C itself. Forwarded, SIGINT would arrive twice, which means exit at once.
 */
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

/**
 * Writes wrappers that run these programs, and returns their directory. A program that is one file gets a link: the file may
 * be several programs, by its name. Synchronous, so that no write is under way when the process exits and the folder is
 * deleted.
 */
export function writeWrappers(folder: string, programs: Programs): string {
  const directory = join(folder, 'bin')
  mkdirSync(directory)
  for (const [name, words] of Object.entries(programs)) {
    const wrapper = join(directory, name)
    const [file = '', ...rest] = words
    if (rest.length === 0) {
      symlinkSync(file, wrapper)
      continue
    }
    writeFileSync(wrapper, `#!/bin/sh\nexec ${words.map(shellWord).join(' ')} "$@"\n`)
    chmodSync(wrapper, 0o755)
  }
  return directory
}
