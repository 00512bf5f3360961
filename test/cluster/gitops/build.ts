import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goBuild } from '../build/go-build.ts'
import { kept } from '../build/kept.ts'
import { stagingModules } from '../build/kubernetes.ts'
import { beforeNewest, releases } from '../versions.ts'

const source = join(import.meta.dirname, 'program')

/**
 * What kustomize-controller 1.9.6 has (kustomize 5.8.1 with it), and the gitops-engine of Argo CD's main branch in September 2026, which
 * has no tag before Go 1.27. Both are of the release before the newest of Kubernetes: gitops-engine does not compile with the newest.
 */
const required = {
  'github.com/argoproj/argo-cd/gitops-engine': 'v0.0.0-20260914071520-c9c369efcc5b',
  'github.com/fluxcd/pkg/ssa': 'v0.76.2',
  'github.com/fluxcd/pkg/runtime': 'v0.110.3',
  'github.com/fluxcd/cli-utils': 'v1.2.3',
  'sigs.k8s.io/kustomize/api': 'v0.21.1',
  'sigs.k8s.io/kustomize/kyaml': 'v0.21.1',
} as const
const kubernetes = releases[beforeNewest]

/** The program of `program`, from source unless the cache has it; its path. */
export async function buildGitops(signal: AbortSignal): Promise<string> {
  const files = (await readdir(source)).sort()
  const hash = createHash('sha256').update(JSON.stringify([kubernetes, required]))
  for (const file of files) hash.update(file).update(await readFile(join(source, file)))
  const make = async (folder: string): Promise<void> => {
    const texts = files.map(async (file) => [file, await readFile(join(source, file), 'utf8')] as const)
    const sources = Object.fromEntries(await Promise.all(texts))
    const goMod = await pinned(signal)
    await goBuild(folder, { goMod, sources, binaries: { gitops: '.' }, flags: ['-ldflags', '-s -w'] }, signal)
    await rm(join(folder, 'module'), { recursive: true })
  }
  return join(await kept(`gitops-${hash.digest('hex').slice(0, 12)}`, make, signal), 'gitops')
}

async function pinned(signal: AbortSignal): Promise<string> {
  const staging = await stagingModules(kubernetes, signal)
  const lines = [
    ...['module cluster.test', 'go 1.26.0', `require k8s.io/kubernetes v${kubernetes}`],
    ...Object.entries(required).map(([module, version]) => `require ${module} ${version}`),
    ...staging.map((name) => `replace ${name} => ${name} v${kubernetes.replace(/^1/, '0')}`),
  ]
  return `${lines.join('\n')}\n`
}
