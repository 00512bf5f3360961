import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { errnoText } from '../errno.ts'
import { Failure } from '../message/failure.ts'
import { type FactOf, message } from '../message/message.ts'
import { Interrupted } from '../ports/limits.ts'
import { killGroup } from './kill-group.ts'

/** How a program ended. */
export interface Ended {
  /** As a shell has it: 128 and the number of the signal when one ended it. */
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

export type Command = readonly [program: string, ...args: string[]]

export interface ProgramLimits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Of stdout and of stderr each. Default: 1 MiB. */
  readonly maxBytes?: number
}

/**
 * Runs a program to its end, without stdin and in the C locale. Rejects with Failure<ProgramFact> 'refused' when it cannot
 * be run or prints too much, 'timeout' at the deadline, and with 'interrupted' when the signal aborts; the program and all
 * that it started are killed then.
 */
export function runProgram(command: Command, limits: ProgramLimits): Promise<Ended> {
  const { signal, timeoutMs, maxBytes = 2 ** 20 } = limits
  const [program, ...args] = command
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(interrupted())
    // A process group of its own, so that all of it can be killed.
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, LC_ALL: 'C', SYSTEMD_COLORS: '0', SYSTEMD_PAGER: '' },
    })
    const give = (failure: Failure): void => {
      killAll(child)
      reject(failure)
    }
    const timer = setTimeout(() => give(failed('timeout', ProgramTimedOut({ program, timeoutMs }))), timeoutMs)
    const listener = addAbortListener(signal, () => give(interrupted()))
    const tooLarge = () => give(failed('refused', ProgramOutputTooLarge({ program, maxBytes })))
    const [stdout, stderr] = [collect(child.stdout, maxBytes, tooLarge), collect(child.stderr, maxBytes, tooLarge)]
    const settle = (): void => {
      clearTimeout(timer)
      listener[Symbol.dispose]()
    }
    child.on('error', ({ code: errno = 'UNKNOWN' }: NodeJS.ErrnoException) => {
      settle()
      reject(failed('refused', ProgramNotRun({ program, errno })))
    })
    child.on('close', (code, killedBy) => {
      settle()
      resolve({ exit: code ?? 128 + constants.signals[killedBy ?? 'SIGKILL'], stdout: stdout(), stderr: stderr() })
    })
  })
}

const failed = (code: 'refused' | 'timeout', fact: ProgramFact): Failure => new Failure(code, fact)

const interrupted = (): Failure => new Failure('interrupted', Interrupted())

/** Returns a function for all that was read. */
function collect(stream: Readable, maxBytes: number, tooLarge: () => void): () => string {
  const chunks: Uint8Array[] = []
  let size = 0
  stream.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > maxBytes) tooLarge()
    else chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString()
}

/** Pipes are closed, too: a grandchild that left the group may hold them open. */
function killAll(child: ChildProcessByStdio<null, Readable, Readable>): void {
  child.stdout.destroy()
  child.stderr.destroy()
  killGroup(child)
}

/** Why a program of this machine did not run to its end. `program`: the words of the command, without its arguments. */
export type ProgramFact =
  | FactOf<typeof ProgramNotRun>
  | FactOf<typeof ProgramTimedOut>
  | FactOf<typeof ProgramOutputTooLarge>

const ProgramNotRun = message(
  'ProgramNotRun',
  ({ program, errno }: { program: string; errno: string }) =>
    `cannot run '${program}': ${texts[errno] ?? errnoText(errno)}`,
)

const ProgramTimedOut = message(
  'ProgramTimedOut',
  ({ program, timeoutMs }: { program: string; timeoutMs: number }) =>
    `'${program}' did not end within ${timeoutMs / 1000} s`,
)

const ProgramOutputTooLarge = message(
  'ProgramOutputTooLarge',
  ({ program, maxBytes }: { program: string; maxBytes: number }) =>
    `'${program}' printed more than ${maxBytes / 2 ** 20} MiB`,
)

/** Texts that differ for programs. */
const texts: Readonly<Record<string, string>> = { ENOENT: 'not found', EACCES: 'not executable' }
