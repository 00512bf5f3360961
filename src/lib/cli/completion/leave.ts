import { accessSync, constants } from 'node:fs'

const shell = '/bin/sh'

/**
 * Ends the process at once, with exit code 0; nothing may be left to write. process.exit() would wait for the threads of Node
 * that look up a host name, ten seconds where the DNS server does not answer, or that open a file. Another program in this
 * process ends them.
 */
export function leave(): never {
  // A program that cannot be run aborts the process: it is not an error that can be caught.
  if (canRun(shell)) process.execve?.(shell, ['sh', '-c', ':'], {})
  return process.exit(0)
}

function canRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}
