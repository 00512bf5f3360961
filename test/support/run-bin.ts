import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ran, type RunOptions, runProcess } from './run-process.ts'

/** As bin/start.js has it: a hundred processes need not compile the same files anew. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

const entry = join(import.meta.dirname, 'entry.ts')

/**
 * Run a command line as a process of its own, from the TypeScript sources. Nothing of the machine that runs the tests
 * shows: no kubeconfig, no proxy, no colours, no test runner.
 */
export function runBin(argv: readonly string[], { env = {}, ...options }: RunOptions = {}): Promise<Ran> {
  const { PATH, TMPDIR } = process.env
  return runProcess(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...argv], {
    ...options,
    env: { PATH, TMPDIR, HOME: '/nonexistent', KUBECONFIG: '/nonexistent/kubeconfig', ...compileCache, ...env },
  })
}
