import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDirectory } from '../host/directories.ts'
import { releaseOfCluster } from '../release.ts'
import { newest, type Release, releases, versionBefore, versions } from '../versions.ts'
import { type GoBuild, goBuild, goMod } from './go-build.ts'
import { kept } from './kept.ts'
import { controlPlane, k3sBuild, kubernetesBuild } from './kubernetes.ts'
import { buildPauseImage } from './pause-image.ts'
import { buildPreload } from './preload.ts'
import { buildShiftedKubelet } from './shifted-kubelet.ts'

const builders = {
  'control-plane': kubernetes(controlPlane),
  kubelet: kubernetes(['kubelet']),
  'shifted-kubelet': async (directory, version, signal) =>
    buildShiftedKubelet(directory, await kubernetesBuild(version, ['kubelet'], signal), signal),
  kubectl: kubernetes(['kubectl']),
  k3s: async (directory, version, signal) => goBuild(directory, await k3sBuild(version, signal), signal),
  etcd: (directory, _, signal) => goBuild(directory, etcdBuild, signal),
  containerd: (directory, _, signal) => goBuild(directory, containerdBuild, signal),
  pause: (directory, _, signal) => buildPauseImage(directory, signal),
  clock: (directory, _, signal) => buildPreload('clock', directory, signal),
  'disk-errors': (directory, _, signal) => buildPreload('disk-errors', directory, signal),
} as const satisfies Readonly<Record<string, Builder>>

type Builder = (directory: string, version: string, signal: AbortSignal) => Promise<void>

function kubernetes(programs: readonly string[]): Builder {
  return async (directory, version, signal) =>
    goBuild(directory, await kubernetesBuild(version, programs, signal), signal)
}

const etcdBuild: GoBuild = {
  goMod: goMod('go.etcd.io/etcd/server/v3', `v${versions.etcd}`),
  binaries: { etcd: 'go.etcd.io/etcd/server/v3' },
  flags: ['-ldflags', '-s -w'],
}

const containerd = 'github.com/containerd/containerd/v2'
const containerdBuild: GoBuild = {
  goMod: goMod(containerd, `v${versions.containerd}`),
  binaries: Object.fromEntries(
    ['containerd', 'containerd-shim-runc-v2', 'ctr'].map((name) => [name, `${containerd}/cmd/${name}`]),
  ),
  flags: [
    '-ldflags',
    `-s -w -X ${containerd}/version.Version=${versions.containerd}`,
    '-tags',
    'no_btrfs no_zfs no_devmapper no_aufs',
  ],
}

export type Part = keyof typeof builders

/** Where a part is once it is built: `kubelet-1.36.3`, and so on; unless told otherwise, that of the cluster. */
export function partDirectory(part: Part, version: string = versionOf(part)): string {
  return join(cacheDirectory, folderOf(part, version))
}

const folderOf = (part: Part, version: string): string => `${part}-${version}`

const versionOf = (part: Part, release = releaseOfCluster()): string =>
  isOfRelease(part) ? releases[release] : versions[part]

const isOfRelease = (part: Part): part is 'control-plane' | 'kubelet' | 'shifted-kubelet' =>
  part === 'control-plane' || part === 'kubelet' || part === 'shifted-kubelet'

/** The kubelet of the release before the newest, for upgrades. */
export const previousKubelet = ['kubelet', versionBefore.slice(1)] as const satisfies [Part, string]

/** Builds what the cache lacks for clusters of these releases, one part after the other. */
export async function buildParts(ofReleases: readonly Release[], signal: AbortSignal): Promise<void> {
  for (const [part, version] of ofReleases.flatMap(partsOf)) await buildPart(part, version, signal)
}

/** Unless the cache has it. */
export async function buildPart(part: Part, version = versionOf(part), signal: AbortSignal): Promise<void> {
  const build = async (folder: string) => {
    await builders[part](folder, version, signal)
    await rm(join(folder, 'module'), { recursive: true, force: true })
  }
  await kept(folderOf(part, version), build, signal)
}

function partsOf(release: Release): (readonly [Part, string])[] {
  const ofEach: Part[] = ['control-plane', 'kubelet', 'kubectl', 'etcd', 'containerd', 'pause', 'clock', 'disk-errors']
  const shifted = ['shifted-kubelet', versionOf('shifted-kubelet', release)] as const
  const ofNewest = release === newest ? [shifted, previousKubelet, ['k3s', versions.k3s] as const] : []
  return [...ofEach.map((part) => [part, versionOf(part, release)] as const), ...ofNewest]
}
