import { compileCache } from './compile-cache.ts'
import { fileOf } from './installed.ts'
import { withListedExit } from './listed-exit.ts'
import { type Ran, type RunOptions, runProcess } from './run-process.ts'

/**
 * Run a command line as a process of its own, from the files that users have. Nothing of the machine that runs the tests
 * shows: no kubeconfig, no proxy, no colours, no test runner.
 */
export async function runBin(argv: readonly string[], { env = {}, ...options }: RunOptions = {}): Promise<Ran> {
  const { PATH, TMPDIR } = process.env
  const [bin = '', ...words] = argv
  const ran = await runProcess(process.execPath, [fileOf(bin), ...words], {
    ...options,
    env: { PATH, TMPDIR, HOME: '/nonexistent', KUBECONFIG: '/nonexistent/kubeconfig', ...compileCache, ...env },
  })
  return withListedExit(argv, ran)
}
