import { join } from 'node:path'
import { compileCache } from '../support/compile-cache.ts'
import { type Ran, type RunOptions, runProcess } from '../support/run-process.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin')

/** Options of a run, and the kubeconfig to use; the administrator's unless told. */
export interface CommandOptions extends RunOptions {
  readonly kubeconfig?: string
}

export const kubeletcfg = (args: readonly string[], options?: CommandOptions): Promise<Ran> =>
  command('kubeletcfg', args, options)

export const nodesize = (args: readonly string[], options?: CommandOptions): Promise<Ran> =>
  command('nodesize', args, options)

/** The built command, as a process, as users run it from scripts. */
function command(
  name: string,
  args: readonly string[],
  { kubeconfig, env = {}, ...options }: CommandOptions = {},
): Promise<Ran> {
  const { PATH, TMPDIR, HOME, KUBECONFIG } = process.env
  return runProcess(process.execPath, [join(bin, `${name}.cjs`), ...args], {
    ...options,
    env: { PATH, TMPDIR, HOME, KUBECONFIG: kubeconfig ?? KUBECONFIG, ...compileCache, ...env },
  })
}
