import { join } from 'node:path'
import { bridge, controlPlaneAddress } from '../control-plane/network.ts'
import type { ControlPlane } from '../control-plane/start.ts'
import { runDirectory } from '../host/directories.ts'
import { outputOf } from '../host/output-of.ts'
import { recordProcess } from '../host/record.ts'
import { insideCgroup, startProcess } from '../host/start-process.ts'
import { waitUntil } from '../host/wait-until.ts'
import { insideNode } from './enter.ts'
import { writeNodeFiles } from './files.ts'
import type { NodeDescription, NodeName } from './nodes.ts'
import { systemdOf } from './systemd.ts'

const boot = join(import.meta.dirname, 'boot.sh')
const init = join(import.meta.dirname, 'init.sh')

/** Boots a node; settles when its systemd takes orders, with that systemd's PID on the host. */
export async function startNode(
  node: NodeDescription,
  controlPlane: ControlPlane,
  signal: AbortSignal,
): Promise<number> {
  const { kubeconfigOf, certificateAuthority, holder } = controlPlane
  const kubeconfig = kubeconfigOf(`system:node:${node.name}`)
  await writeNodeFiles(directoryOf(node), node, { kubeconfig, certificateAuthority })
  startFirstProcess(node, holder)
  await waitUntil(async () => isListening(node.name, signal), {
    otherwise: `systemd of ${node.name} takes no orders`,
    timeoutMs: 30_000,
    signal,
  })
  const systemd = systemdOf(node.name) ?? 0
  recordProcess(`${node.name}-systemd`, systemd)
  return systemd
}

/** What waits outside the node is not in the node's cgroup: cgroup v2 wants one that passes controllers on without members. */
function startFirstProcess(node: NodeDescription, holder: number): void {
  startProcess({
    name: node.name,
    cgroup: 'boot',
    command: ['unshare', '--net', '--', boot, ...insideCgroup(node.name, ['unshare', '--cgroup', '--', init])],
    env: {
      NODE: node.name,
      ADDRESS: node.address,
      DIRECTORY: directoryOf(node),
      BRIDGE: bridge,
      GATEWAY: controlPlaneAddress,
      CONTROL_PLANE: String(holder),
    },
  })
}

function directoryOf(node: NodeDescription): string {
  return join(runDirectory, node.name)
}

async function isListening(name: NodeName, signal: AbortSignal): Promise<boolean> {
  const systemd = systemdOf(name)
  if (systemd === undefined) return false
  const [program, ...args] = insideNode(systemd, ['systemctl', 'is-active', 'node.target'])
  return (await outputOf(program, args, { signal })) === 'active\n'
}
