import { createHash } from 'node:crypto'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Part, partDirectory } from '../build/parts.ts'
import { cgroupMounts } from '../host/cgroups.ts'
import { cacheDirectory, checkout } from '../host/directories.ts'
import { layouts, type NodeCredentials } from './layouts.ts'
import type { NodeDescription } from './nodes.ts'

const folders = join(import.meta.dirname, 'layouts')

/** Built files, and where every node looks for them. */
const programs: ReadonlyArray<readonly [path: string, part: Part, file: string]> = [
  ['usr/local/bin/kubectl', 'kubectl', 'kubectl'],
  ['usr/local/bin/containerd', 'containerd', 'containerd'],
  ['usr/local/bin/containerd-shim-runc-v2', 'containerd', 'containerd-shim-runc-v2'],
  ['usr/local/bin/ctr', 'containerd', 'ctr'],
  ['opt/pause.tar', 'pause', 'pause.tar'],
]

/** What every node runs. */
const units = ['/usr/lib/systemd/system/systemd-journald.service', '/etc/systemd/system/containerd.service']
const enabled = 'etc/systemd/system/multi-user.target.wants'

/** What of the host a node sees, read-only, at its own path, wherever it is mounted. */
const shared = [checkout, cacheDirectory, dirname(process.execPath)]

/** Writes what disk.sh and init.sh read: lists of mounts, and the files that go over a node's root. */
export async function writeNodeFiles(
  directory: string,
  node: NodeDescription,
  credentials: NodeCredentials,
): Promise<void> {
  const root = join(directory, 'files')
  const { files, links, folders: empty, unit } = layouts[node.layout](node, credentials)
  await mkdir(join(directory, 'disk'), { recursive: true })
  for (const name of ['common', node.layout]) {
    await cp(join(folders, name), root, { recursive: true, verbatimSymlinks: true })
  }
  for (const path of empty) await mkdir(join(root, path), { recursive: true })
  for (const [path, content] of Object.entries({ ...ownFiles(node), ...files })) await write(join(root, path), content)
  for (const [path, target] of Object.entries(links)) await link(join(root, path), target)
  for (const one of [...units, unit]) await link(join(root, enabled, basename(one)), one)
  for (const [path, part, file] of programs) await link(join(root, path), join(partDirectory(part), file))
  await write(join(directory, 'binds'), lines(shared))
  await write(join(directory, 'cgroup-mounts'), lines(cgroupMounts().map((m) => `${m.path} ${m.type} ${m.options}`)))
}

function ownFiles({ name, address, podRange }: NodeDescription): Readonly<Record<string, string>> {
  const network = {
    type: 'ptp',
    ipam: { type: 'host-local', ranges: [[{ subnet: podRange }]], routes: [{ dst: '0.0.0.0/0' }] },
  }
  return {
    'etc/hostname': lines([name]),
    'etc/machine-id': lines([createHash('md5').update(name).digest('hex')]),
    // Nothing answers at this name server: without this the kubelet would wait for it to learn its own address.
    'etc/hosts': lines(['127.0.0.1 localhost', `${address} ${name}`]),
    'etc/resolv.conf': lines(['nameserver 10.96.0.10']),
    'etc/cni/net.d/10-pods.conflist': JSON.stringify({ cniVersion: '0.4.0', name: 'pods', plugins: [network] }),
  }
}

/** A file with a key is for its owner only. */
async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content, { mode: content.includes('PRIVATE KEY') ? 0o600 : 0o644 })
}

async function link(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

function lines(values: readonly string[]): string {
  return values.map((value) => `${value}\n`).join('')
}
