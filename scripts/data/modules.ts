import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '../../src/lib/kubelet/model/releases.ts'
import { outputOf } from '../../test/cluster/host/output-of.ts'
import { kubeletOf } from '../../test/oracle/kubelets.ts'

/** A Go module of Kubernetes at one version, downloaded once. */
export interface Module {
  readonly version: string
  /** The texts of its files of a pattern, one after the other; of none, it throws. */
  read(pattern: string): string
}

/** k8s.io/kubernetes has the number of the release, all others of a release v0.N.P. */
export async function moduleOf(release: Release, path: string, signal: AbortSignal): Promise<Module> {
  const { version } = kubeletOf(release)
  const wanted = path === 'k8s.io/kubernetes' ? `v${version}` : version.replace(/^1/, 'v0')
  const { Dir: directory } = JSON.parse(
    await outputOf('go', ['mod', 'download', '-json', `${path}@${wanted}`], { env: { GOWORK: 'off' }, signal }),
  ) as { Dir: string }
  const read = (pattern: string): string => {
    const files = globSync(join(directory, pattern)).filter((file) => !file.endsWith('_test.go'))
    if (files.length === 0) throw new Error(`${path} ${wanted} has no ${pattern}`)
    return files.map((file) => readFileSync(file, 'utf8')).join('\n')
  }
  return { version: wanted, read }
}
