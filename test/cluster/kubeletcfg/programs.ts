import { mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Ran, runProcess } from '../../support/run-process.ts'
import { checkout } from '../host/directories.ts'

/** Makes a directory with these built programs in it, as npm would link them. */
export async function installPrograms(...names: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'programs-'))
  for (const name of names) await symlink(join(checkout, 'bin', `${name}.cjs`), join(directory, name))
  return directory
}

/** Runs what somebody would type into a shell, with these programs at hand. */
export async function runInShell(script: string, { programs, cwd }: { programs: string; cwd: string }): Promise<Ran> {
  const { PATH = '', TMPDIR, KUBECONFIG } = process.env
  const env = { PATH: [programs, PATH].join(delimiter), TMPDIR, KUBECONFIG, HOME: cwd }
  return runProcess('bash', ['-c', `cd "$HOME"\n${script}`], { env })
}
