import { kubectl } from '../kubectl.ts'
import type { NodeName } from '../machine/nodes.ts'
import { onNode } from '../node.ts'
import { until } from '../until.ts'

const healthz = ['curl', '--silent', '--fail', 'http://127.0.0.1:10248/healthz']

/** The node stays Ready for three quarters of a minute: nobody notices sooner. */
export async function stopKubelet(node: NodeName): Promise<void> {
  await onNode(node, ['systemctl', 'stop', 'kubelet'])
}

/** Settles when it is healthy, which is before it decides about resizes. That it runs already is fine. */
export async function startKubelet(node: NodeName): Promise<void> {
  await onNode(node, ['systemctl', 'start', 'kubelet'])
  await until(async () => (await onNode(node, healthz)) === 'ok', `the kubelet of ${node} is not healthy`)
  await kubectl(['wait', '--for=condition=Ready', `node/${node}`, '--timeout=180s'])
}
