import { boot } from '../machine/boot.ts'
import { cutDisk, remountDisk } from '../machine/disk.ts'
import type { NodeDescription } from '../machine/nodes.ts'
import { killNode } from '../machine/stop.ts'

const { signal } = new AbortController()

/** All processes of the node end at the same instant, and it boots again, from a disk that has all that was written. */
export async function reboot(node: NodeDescription): Promise<void> {
  await killNode(node.name)
  await boot(node, signal)
}

/** The same, but what was not synced is lost, as far as the kernel had not written it back. */
export async function cutPower(node: NodeDescription): Promise<void> {
  await cutDisk(node.name)
  await killNode(node.name)
  await remountDisk(node.name)
  await boot(node, signal)
}
