import { readFile } from 'node:fs/promises'
import { outputOf } from '../host/output-of.ts'
import { versions } from '../versions.ts'
import { type GoBuild, goMod } from './go-build.ts'

const module = 'k8s.io/kubernetes'
const programs = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kubectl']

/**
 * Kubernetes from its Go module. Its own go.mod points at staging modules inside its repository (`k8s.io/api => ./staging/…`);
 * each is published under the same number as v0.N.P.
 */
export async function kubernetesBuild(signal: AbortSignal): Promise<GoBuild> {
  const [, minor, patch] = versions.kubernetes.split('.')
  const staging = await stagingModules(versions.kubernetes, signal)
  return {
    goMod: goMod(
      module,
      `v${versions.kubernetes}`,
      staging.map((name) => `${name} => ${name} v0.${minor}.${patch}`),
    ),
    binaries: Object.fromEntries(programs.map((name) => [name, `${module}/cmd/${name}`])),
    flags: ['-ldflags', ['-s -w', ...versionVariables(versions.kubernetes)].join(' ')],
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
