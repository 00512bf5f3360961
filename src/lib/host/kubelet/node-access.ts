import { readFile } from 'node:fs/promises'
import type { Limits } from '../../ports/limits.ts'
import { type Command, type Ended, runProgram } from '../run-program.ts'

/** How programs and files of the node are reached. */
export interface NodeAccess {
  /** Rejects as runProgram does. */
  run(command: Command, limits: Limits): Promise<Ended>
  /** The text of a file; undefined when it cannot be read. */
  read(path: string, limits: Limits): Promise<string | undefined>
}

/** For programs that answer at once. */
const usualTimeoutMs = 10_000

/**
 * `prefix`: the command that runs another one on the node, such as `nsenter --target=1 --mount --uts --ipc --net --pid --`
 * in a container with the host's PID namespace; empty on the node itself.
 */
export function nodeAccess(prefix: readonly string[] = []): NodeAccess {
  const run = ([program, ...args]: Command, { signal, timeoutMs = usualTimeoutMs }: Limits): Promise<Ended> => {
    const [first = program, ...others] = [...prefix, program, ...args]
    return runProgram([first, ...others], { signal, timeoutMs })
  }
  return {
    run,
    // Links in /proc/1/root would lead to files of the container.
    read: (path, limits) => (prefix.length === 0 ? readHere(path) : readThere(run, path, limits)),
  }
}

const readHere = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)

async function readThere(run: NodeAccess['run'], path: string, limits: Limits): Promise<string | undefined> {
  const { exit, stdout } = await run(['cat', '--', path], limits)
  return exit === 0 ? stdout : undefined
}
