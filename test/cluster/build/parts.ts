import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDirectory } from '../host/directories.ts'
import { versions } from '../versions.ts'
import { buildClock } from './clock.ts'
import { type GoBuild, goBuild, goMod } from './go-build.ts'
import { k3sBuild, kubernetesBuild, programs } from './kubernetes.ts'
import { buildPauseImage } from './pause-image.ts'

const builders = {
  kubernetes: async (directory, signal) =>
    goBuild(directory, await kubernetesBuild(versions.kubernetes, programs, signal), signal),
  etcd: (directory, signal) => goBuild(directory, etcdBuild, signal),
  containerd: (directory, signal) => goBuild(directory, containerdBuild, signal),
  pause: buildPauseImage,
  clock: buildClock,
  kubelet: async (directory, signal) =>
    goBuild(directory, await kubernetesBuild(versions.kubelet, ['kubelet'], signal), signal),
  k3s: async (directory, signal) => goBuild(directory, await k3sBuild(versions.k3s, signal), signal),
} as const satisfies Record<keyof typeof versions, (directory: string, signal: AbortSignal) => Promise<void>>

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

export type Part = keyof typeof versions

/** Where a part is once it is built: `kubernetes-1.36.3/kubelet`, and so on. */
export function partDirectory(part: Part): string {
  return join(cacheDirectory, `${part}-${versions[part]}`)
}

/** Builds what the cache lacks. A part comes into being by a rename: it is there whole, or not at all. */
export async function buildParts(signal: AbortSignal): Promise<void> {
  for (const part of Object.keys(versions) as Part[]) {
    const directory = partDirectory(part)
    if (existsSync(directory)) continue
    const unfinished = `${directory}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true })
    await builders[part](unfinished, signal)
    await rm(join(unfinished, 'module'), { recursive: true, force: true })
    await rename(unfinished, directory)
  }
}
