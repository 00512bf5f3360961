import { spawnSync } from 'node:child_process'
import { Failure, said } from '../../src/lib/message/failure.ts'

interface Resource {
  readonly filename: string
  readonly status: string
  readonly msg: string
}

/** What kubeconform has against each file of a folder: nothing, if it takes it. */
export function verdicts(
  program: string,
  { schema, folder }: { schema: string; folder: string },
): ReadonlyMap<string, readonly string[]> {
  const args = ['-output', 'json', '-verbose', '-schema-location', schema, folder]
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  // 1: it refused some.
  if (status !== 0 && status !== 1)
    throw new Failure('refused', said('KubeconformFailed', `kubeconform failed: ${stderr}`))
  const { resources } = JSON.parse(stdout) as { resources: readonly Resource[] }
  const problems = new Map<string, string[]>()
  for (const { filename, status, msg } of resources) {
    const own = problems.get(filename) ?? []
    problems.set(filename, status === 'statusValid' ? own : [...own, `${status} ${msg}`.trim()])
  }
  return problems
}
