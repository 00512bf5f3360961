import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { version } from '../../src/lib/cli/shell/build.ts'
import { checkout, sharedDirectory } from './host/directories.ts'
import { onNode } from './node.ts'

const run = promisify(execFile)
/** Nodes do not see the temporary folders of the host. */
const folder = join(sharedDirectory, 'image')
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64']

/** Of our commands, built from this checkout. */
export const ownImage = `localhost/kubeletcfg:${version}`

/** Builds it, and puts it on the nodes: there is no registry. */
export async function loadOwnImage(nodes: readonly string[]): Promise<void> {
  await run(process.execPath, [join(checkout, 'scripts', 'build', 'image', 'build.ts'), folder])
  const archive = join(folder, `kubeletcfg-${version}-linux-${architecture}.tar`)
  await Promise.all(nodes.map((node) => onNode(node, ['ctr', '--namespace=k8s.io', 'images', 'import', archive])))
}

export async function removeOwnImage(nodes: readonly string[]): Promise<void> {
  await Promise.all(nodes.map((node) => onNode(node, ['ctr', '--namespace=k8s.io', 'images', 'rm', ownImage])))
  await rm(folder, { recursive: true, force: true })
}
