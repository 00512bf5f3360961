import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory } from '../test/cluster/host/directories.ts'

/** The beginning of a command line of ours, as it is installed: run `npm run build` before. */
export const bin = (name: string): string[] => [process.execPath, join(import.meta.dirname, '..', 'bin', `${name}.js`)]

const kubeconform = { module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.7.0' } as const

/** The path of the peer, which is built once; undefined: there is no Go for that, or no network. */
export function installKubeconform(): string | undefined {
  const folder = join(cacheDirectory, `kubeconform-${kubeconform.version}`)
  const program = join(folder, 'kubeconform')
  if (existsSync(program)) return program
  try {
    execFileSync('go', ['install', `${kubeconform.module}@${kubeconform.version}`], {
      env: { ...process.env, GOBIN: folder, GOWORK: 'off' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return program
  } catch {
    return undefined
  }
}
