import { type ControlPlane, startControlPlane } from './control-plane/start.ts'
import { step } from './host/progress.ts'
import { waitUntil } from './host/wait-until.ts'
import { type NodeName, nodes } from './machine/nodes.ts'
import { startNode } from './machine/start.ts'

export interface RunningCluster {
  readonly controlPlane: ControlPlane
  /** PID of each node's systemd on the host. */
  readonly systemd: Readonly<Record<NodeName, number>>
}

/** Starts control plane and nodes; settles when every node is Ready. */
export async function startCluster(signal: AbortSignal): Promise<RunningCluster> {
  const controlPlane = await step('start the control plane', () => startControlPlane(signal))
  const systemd = await step('boot the nodes', () => bootNodes(controlPlane, signal))
  await step('wait for the nodes to be Ready', () => waitForNodes(controlPlane, signal))
  return { controlPlane, systemd }
}

async function bootNodes(controlPlane: ControlPlane, signal: AbortSignal): Promise<RunningCluster['systemd']> {
  const booted = await Promise.all(
    nodes.map(async (node) => [node.name, await startNode(node, controlPlane, signal)] as const),
  )
  return Object.fromEntries(booted) as Record<NodeName, number>
}

const readiness = 'jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}'

async function waitForNodes({ kubectl }: ControlPlane, signal: AbortSignal): Promise<void> {
  const ready = nodes.map(() => 'True').join(' ')
  await waitUntil(async () => (await kubectl(['get', 'nodes', `--output=${readiness}`])) === ready, {
    otherwise: 'not all nodes are Ready',
    timeoutMs: 120_000,
    signal,
  })
  /** Admission refuses pods until their service account is there. */
  await waitUntil(async () => (await kubectl(['get', 'serviceaccount', 'default', '--output=name'])) !== '', {
    otherwise: 'no default service account',
    timeoutMs: 30_000,
    signal,
  })
}
