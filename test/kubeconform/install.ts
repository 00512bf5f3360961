import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { cacheDirectory } from '../cluster/host/directories.ts'

const kubeconform = { module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.7.0' } as const

/** The path of kubeconform, which is built once and kept. */
export function installKubeconform(): string {
  const folder = join(cacheDirectory, `kubeconform-${kubeconform.version}`)
  const program = join(folder, 'kubeconform')
  if (existsSync(program)) return program
  try {
    execFileSync('go', ['install', `${kubeconform.module}@${kubeconform.version}`], {
      env: { ...process.env, GOBIN: folder, GOWORK: 'off' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return program
  } catch (cause) {
    throw new Failure('refused', said('NotBuilt', 'kubeconform cannot be built: that needs Go and a network'), {
      cause,
    })
  }
}
