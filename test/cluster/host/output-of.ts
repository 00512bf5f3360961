import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Failure, said } from '../../../src/lib/message/failure.ts'

export interface Invocation {
  readonly cwd?: string
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Written to stdin, which is closed then. */
  readonly input?: string
  readonly signal?: AbortSignal
}

const execute = promisify(execFile)

/** Runs a program to its end and returns its stdout; any other end than exit code 0 is a Failure that quotes stderr. */
export async function outputOf(program: string, args: readonly string[], invocation: Invocation = {}): Promise<string> {
  const { env, input, ...options } = invocation
  try {
    const running = execute(program, args, {
      ...options,
      env: { ...process.env, ...env },
      killSignal: 'SIGINT',
      maxBuffer: 64 * 1024 * 1024,
    })
    // A program may end before it has read its stdin, and that is no error.
    running.child.stdin?.on('error', () => undefined).end(input)
    return (await running).stdout
  } catch (cause) {
    invocation.signal?.throwIfAborted()
    /** Not `cause instanceof Error`: under Jest it is an Error of another realm. */
    const { stderr } = cause as { stderr?: string }
    throw new Failure(
      'refused',
      said('ProgramFailed', `${program} ${args.join(' ')} failed: ${stderr?.trim() || String(cause)}`),
      { cause },
    )
  }
}
