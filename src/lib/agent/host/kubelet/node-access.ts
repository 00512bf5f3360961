import { readFile } from 'node:fs/promises'
import { filesBelow } from '../../../machine/files-below.ts'
import { type Command, type Ended, runProgram } from '../../../machine/run-program.ts'
import type { Limits } from '../../../ports/limits.ts'

/** How programs and files of the node are reached. */
export interface NodeAccess {
  /** Rejects as runProgram does. */
  run(command: Command, limits: Limits): Promise<Ended>
  /** The text of a file; undefined when it cannot be read. */
  read(path: string, limits: Limits): Promise<string | undefined>
  /**
   * The paths of all files below a folder, relative to it; a link counts as a file. undefined when it cannot be read, or
   * is itself a link.
   */
  list(folder: string, limits: Limits): Promise<readonly string[] | undefined>
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
  if (prefix.length === 0)
    return {
      run,
      read: (path) => readFile(path, 'utf8').catch(() => undefined),
      list: (folder) => filesBelow(folder).catch(() => undefined),
    }
  // Links in /proc/1/root would lead to files of the container, so that the files are read on the node, too.
  return {
    run,
    async read(path, limits) {
      const { exit, stdout } = await run(['cat', '--', path], limits)
      return exit === 0 ? stdout : undefined
    },
    async list(folder, limits) {
      const { exit, stdout } = await run(['find', folder, '!', '-type', 'd', '-printf', '%P\\0'], limits)
      return exit === 0 && !stdout.startsWith('\0') ? stdout.split('\0').slice(0, -1) : undefined
    },
  }
}
