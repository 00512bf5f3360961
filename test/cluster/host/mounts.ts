import { readFileSync } from 'node:fs'

export interface Mount {
  readonly path: string
  /** What is mounted there: a path inside its file system, or `net:[4026532000]` for a namespace. */
  readonly root: string
  readonly type: string
  readonly superOptions: readonly string[]
}

/** The mounts of this mount namespace, as /proc/self/mountinfo tells (proc_pid_mountinfo(5)). */
export function mounts(): Mount[] {
  return readFileSync('/proc/self/mountinfo', 'utf8').trimEnd().split('\n').map(parseMount)
}

function parseMount(line: string): Mount {
  const [place = '', fileSystem = ''] = line.split(' - ')
  const [, , , root = '', path = ''] = place.split(' ')
  const [type = '', , superOptions = ''] = fileSystem.split(' ')
  return { path, root, type, superOptions: superOptions.split(',') }
}
