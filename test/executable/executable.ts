import { join } from 'node:path'
import { type Ran, type RunOptions, runProcess } from '../support/run-process.ts'

const root = join(import.meta.dirname, '..', '..')

/** What `npm run build:exe` has built. */
export const programs = join(root, 'dist-exe')
export const executable = join(programs, 'kubeletcfg')
export const examples = join(root, 'examples')

/** Run the executable, by one of its names or from another path, with nothing in its environment but what is given. */
export function runExecutable(argv: readonly string[], { env = {}, ...options }: RunOptions = {}): Promise<Ran> {
  const [program = '', ...words] = argv
  const path = program.startsWith('/') ? program : join(programs, program)
  const { PATH, TMPDIR } = process.env
  return runProcess(path, words, { ...options, env: { PATH, TMPDIR, HOME: '/nonexistent', ...env } })
}
