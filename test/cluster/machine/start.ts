import { boot } from './boot.ts'
import { credentialsOf } from './credentials.ts'
import { directoryOf } from './directory.ts'
import { startDisk } from './disk.ts'
import { writeNodeFiles } from './files.ts'
import type { NodeDescription } from './nodes.ts'

/** Makes a node and boots it; settles when its systemd takes orders. */
export async function startNode(node: NodeDescription, signal: AbortSignal): Promise<void> {
  await writeNodeFiles(directoryOf(node.name), node, await credentialsOf(node.name))
  await startDisk(node.name, signal)
  await boot(node, signal)
}
