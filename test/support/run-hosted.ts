import type { Commander } from './commander.ts'
import { withListedExit } from './listed-exit.ts'
import type { Ran, RunOptions } from './run-process.ts'

/** Put there by environment.ts. */
const { commander } = globalThis as unknown as { commander: Commander }

interface Options extends Pick<RunOptions, 'env' | 'input'> {
  readonly cwd?: string
}

/**
 * Run a command line in a process that runs many: what it prints and how it ends is as runBin has it, in a tenth of the
 * time. Not for signals, streams that break, crashes and whatever waits: those want a process of their own.
 */
export async function runHosted(
  argv: readonly string[],
  { env = {}, input = '', cwd = '/' }: Options = {},
): Promise<Ran> {
  const { PATH, TMPDIR } = process.env
  const own = { PATH, TMPDIR, HOME: '/nonexistent', KUBECONFIG: '/nonexistent/kubeconfig' }
  return withListedExit(argv, await commander.run({ argv, cwd, env: { ...own, ...env }, input }))
}
