import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { type GoBuild, goMod } from './go-build.ts'

const module = 'k8s.io/kubernetes'

export const controlPlane = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']

/** Programs of Kubernetes from its Go module. */
export async function kubernetesBuild(
  version: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<GoBuild> {
  const binaries = Object.fromEntries(names.map((name) => [name, `${module}/cmd/${name}`]))
  return { ...(await fromKubernetes(version, signal)), binaries }
}

const main = join(import.meta.dirname, 'k3s/main.go')

export async function k3sBuild(version: string, signal: AbortSignal): Promise<GoBuild> {
  const sources = { 'main.go': await readFile(main, 'utf8') }
  return { ...(await fromKubernetes(version, signal)), sources, binaries: { k3s: '.' } }
}

/**
 * Its own go.mod points at staging modules inside its repository (`k8s.io/api => ./staging/…`); each is published under
 * the same number as v0.N.P.
 */
async function fromKubernetes(version: string, signal: AbortSignal): Promise<Pick<GoBuild, 'goMod' | 'flags'>> {
  const [, minor, patch] = version.split('.')
  const staging = await stagingModules(version, signal)
  return {
    goMod: goMod(
      module,
      `v${version}`,
      staging.map((name) => `${name} => ${name} v0.${minor}.${patch}`),
    ),
    flags: ['-ldflags', ['-s -w', ...versionVariables(version)].join(' ')],
  }
}

export async function stagingModules(version: string, signal: AbortSignal): Promise<string[]> {
  const download = await outputOf('go', ['mod', 'download', '-json', `${module}@v${version}`], { signal })
  const { GoMod } = JSON.parse(download) as { GoMod: string }
  const text = await readFile(GoMod, 'utf8')
  return [...text.matchAll(/(k8s\.io\/[\w-]+) => \.\/staging/g)].map(([, name]) => name ?? '')
}

/** Without these the server calls itself v0.0.0 (k8s.io/component-base/version/base.go). */
export function versionVariables(version: string): string[] {
  const values = { gitVersion: `v${version}`, gitMajor: '1', gitMinor: version.split('.')[1] ?? '' }
  return Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
}
