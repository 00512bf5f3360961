/**
 * Ends the process at once, with exit code 0. process.exit() would wait for the threads of Node that look up a host name or
 * open a file, which can take many seconds; another program in this process does not.
 */
export function leave(): never {
  try {
    process.execve?.('/bin/sh', ['sh', '-c', ':'])
  } catch {
    // There is no such program: exit, and wait.
  }
  return process.exit(0)
}
