import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bridge, controlPlaneAddress, networkHolder } from '../control-plane/network.ts'
import { outputOf } from '../host/output-of.ts'
import { insideCgroup, startProcess } from '../host/start-process.ts'
import { waitUntil } from '../host/wait-until.ts'
import { directoryOf } from './directory.ts'
import { siblingsOnDisk } from './disk.ts'
import { insideNode } from './enter.ts'
import type { NodeDescription } from './nodes.ts'
import { findSystemd, recordSystemd } from './systemd.ts'

const script = join(import.meta.dirname, 'boot.sh')
const init = join(import.meta.dirname, 'init.sh')

/** Boots a node that does not run, from its disk; settles when its systemd takes orders. */
export async function boot(node: NodeDescription, signal: AbortSignal): Promise<void> {
  await writeFile(join(directoryOf(node.name), 'boot-id'), `${randomUUID()}\n`)
  startFirstProcess(node)
  await waitUntil(async () => isListening(node.name, signal), {
    otherwise: `systemd of ${node.name} takes no orders`,
    timeoutMs: 120_000,
    signal,
  })
}

/** What waits outside the node is not in the node's cgroup: cgroup v2 wants one that passes controllers on without members. */
function startFirstProcess({ name, address }: NodeDescription): void {
  const inside = insideCgroup(name, ['unshare', '--cgroup', '--', init])
  startProcess({
    name,
    cgroup: 'boot',
    command: siblingsOnDisk(name, ['unshare', '--net', '--', script, ...inside]),
    env: {
      NODE: name,
      ADDRESS: address,
      DIRECTORY: directoryOf(name),
      BRIDGE: bridge,
      GATEWAY: controlPlaneAddress,
      CONTROL_PLANE: String(networkHolder()),
    },
  })
}

async function isListening(name: string, signal: AbortSignal): Promise<boolean> {
  const systemd = findSystemd(name)
  if (systemd === undefined) return false
  const [program, ...args] = insideNode(systemd, ['systemctl', 'is-active', 'multi-user.target'])
  const isActive = (await outputOf(program, args, { signal })) === 'active\n'
  if (isActive) recordSystemd(name, systemd)
  return isActive
}
