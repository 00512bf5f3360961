import { delimiter } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { compileCache } from '../support/compile-cache.ts'
import { type Ran, runProcess } from '../support/run-process.ts'
import { kubectl } from './kubectl.ts'
import { installPrograms } from './kubeletcfg/programs.ts'

/** A busy machine may take longer than people wait. */
export const patient = { NODESIZE_COMPLETION_TIMEOUT: '20s', KUBELETCFG_COMPLETION_TIMEOUT: '20s' }

let programs: Promise<string> | undefined

/** The answer to a tab, and how long it took. */
export async function tab(
  line: string,
  env: Readonly<Record<string, string>> = patient,
): Promise<Ran & { readonly ms: number }> {
  programs ??= installPrograms(...Object.keys(packageJson.bin))
  const installed = await programs
  const [program = '', ...words] = line.split(' ')
  const { PATH = '', TMPDIR, HOME, KUBECONFIG } = process.env
  const start = performance.now()
  const ran = await runProcess(program, ['__complete', ...words], {
    env: { PATH: [installed, PATH].join(delimiter), TMPDIR, HOME, KUBECONFIG, ...compileCache, ...env },
  })
  return { ...ran, ms: performance.now() - start }
}

export const answer = (...values: readonly string[]) => ({
  stdout: [...values, ':4\n'].join('\n'),
  stderr: '',
  exit: 0,
})

export const namesOf = async (kind: string): Promise<readonly string[]> =>
  (await kubectl(['get', kind, '--output=jsonpath={range .items[*]}{.metadata.name}{"\\n"}{end}'])).trim().split('\n')
