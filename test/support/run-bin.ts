import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'
import { withListedExit } from './listed-exit.ts'
import { type Ran, type RunOptions, runProcess } from './run-process.ts'

const entry = join(import.meta.dirname, 'entry.ts')

/**
 * Run a command line as a process of its own, from the TypeScript sources. Nothing of the machine that runs the tests
 * shows: no kubeconfig, no proxy, no colours, no test runner.
 */
export async function runBin(argv: readonly string[], { env = {}, ...options }: RunOptions = {}): Promise<Ran> {
  const { PATH, TMPDIR } = process.env
  const ran = await runProcess(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...argv], {
    ...options,
    env: { PATH, TMPDIR, HOME: '/nonexistent', KUBECONFIG: '/nonexistent/kubeconfig', ...compileCache, ...env },
  })
  return withListedExit(argv, ran)
}
