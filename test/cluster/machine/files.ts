import { createHash } from 'node:crypto'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Part, partDirectory } from '../build/parts.ts'
import { cgroupMounts } from '../host/cgroups.ts'
import { cacheDirectory, checkout } from '../host/directories.ts'
import type { NodeDescription } from './nodes.ts'

const sameForAll = join(import.meta.dirname, 'files')

/** Built files, and where a node looks for them. */
const links: ReadonlyArray<readonly [path: string, part: Part, file: string]> = [
  ['usr/local/bin/kubelet', 'kubernetes', 'kubelet'],
  ['usr/local/bin/kubectl', 'kubernetes', 'kubectl'],
  ['usr/local/bin/containerd', 'containerd', 'containerd'],
  ['usr/local/bin/containerd-shim-runc-v2', 'containerd', 'containerd-shim-runc-v2'],
  ['usr/local/bin/ctr', 'containerd', 'ctr'],
  ['opt/pause.tar', 'pause', 'pause.tar'],
]

/** What of the host a node sees, read-only, at its own path, wherever it is mounted. */
const shared = [checkout, cacheDirectory, dirname(process.execPath)]

export interface NodeCredentials {
  /** Paths. */
  readonly kubeconfig: string
  readonly certificateAuthority: string
}

/** Writes what machine/init.sh reads: lists of mounts, and the files that go over a node's root. */
export async function writeNodeFiles(
  directory: string,
  node: NodeDescription,
  credentials: NodeCredentials,
): Promise<void> {
  const root = join(directory, 'files')
  const drops = join(root, 'etc/kubernetes')
  await cp(sameForAll, root, { recursive: true })
  for (const made of [join(directory, 'disk'), join(drops, 'kubelet.conf.d'), join(drops, 'pki')]) {
    await mkdir(made, { recursive: true })
  }
  await cp(credentials.kubeconfig, join(drops, 'kubelet.conf'))
  await cp(credentials.certificateAuthority, join(drops, 'pki/ca.crt'))
  for (const [path, content] of Object.entries(ownFiles(node))) await write(join(root, path), content)
  for (const [path, part, file] of links) await link(join(root, path), join(partDirectory(part), file))
  await write(join(directory, 'binds'), lines(shared))
  await write(join(directory, 'cgroup-mounts'), lines(cgroupMounts().map((m) => `${m.path} ${m.type} ${m.options}`)))
}

function ownFiles({ name, address, podRange }: NodeDescription): Readonly<Record<string, string>> {
  const flags = [
    '--kubeconfig=/etc/kubernetes/kubelet.conf',
    '--config=/var/lib/kubelet/config.yaml',
    '--config-dir=/etc/kubernetes/kubelet.conf.d',
    `--node-ip=${address}`,
  ]
  const network = { type: 'ptp', ipam: { type: 'host-local', ranges: [[{ subnet: podRange }]] } }
  return {
    'etc/hostname': lines([name]),
    'etc/machine-id': lines([createHash('md5').update(name).digest('hex')]),
    'etc/default/kubelet': lines([`KUBELET_ARGS=${flags.join(' ')}`]),
    'etc/cni/net.d/10-pods.conflist': JSON.stringify({ cniVersion: '0.4.0', name: 'pods', plugins: [network] }),
  }
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function link(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

function lines(values: readonly string[]): string {
  return values.map((value) => `${value}\n`).join('')
}
