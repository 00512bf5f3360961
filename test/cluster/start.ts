import { type ControlPlane, startControlPlane } from './control-plane/start.ts'
import { step } from './host/progress.ts'
import { waitUntil } from './host/wait-until.ts'
import { nodes } from './machine/nodes.ts'
import { startNode } from './machine/start.ts'

/** Starts control plane and nodes; settles when every node is Ready. */
export async function startCluster(signal: AbortSignal): Promise<ControlPlane> {
  const controlPlane = await step('start the control plane', () => startControlPlane(signal))
  await step('boot the nodes', () => Promise.all(nodes.map((node) => startNode(node, signal))))
  await step('wait for the nodes to be Ready', () => waitForNodes(controlPlane, signal))
  return controlPlane
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
