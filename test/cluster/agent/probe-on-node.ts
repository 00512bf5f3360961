/** Runs on a node, where kubelet-health.test.ts starts it: looks at the kubelet as an agent does, and prints what it saw. */
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubeletHealth } from '../../../src/lib/agent/host/kubelet/kubelet-health.ts'
import { kubeletServiceOver } from '../../../src/lib/agent/host/kubelet/kubelet-service.ts'
import { nodeAccess } from '../../../src/lib/agent/host/kubelet/node-access.ts'
import { momentNow } from '../../../src/lib/agent/host/machine/moment.ts'
import { connect } from '../../../src/lib/connect/connect.ts'

export interface Look {
  readonly name: string
  readonly token: string
  readonly restart: boolean
  /** Looks again until a pod is lost: a busy kubelet refuses its pods some seconds after its start. */
  readonly awaitsLoss: boolean
}

const limits = { signal: new AbortController().signal, timeoutMs: 30_000 }
const { name, token, restart, awaitsLoss } = (await json(process.stdin)) as Look

const cluster = await connect({ kubeconfig: '/etc/kubernetes/kubelet.conf', userAgent: 'test' })
const node = nodeAccess()
const service = kubeletServiceOver(node, 'kubelet.service')
const health = kubeletHealth({
  node,
  service,
  agentNode: cluster.agentNode(name),
  moment: momentNow,
  token: async () => token,
  runtimeEndpoint: undefined,
})
const { pods: podsBefore } = await health.before(limits)
if (restart) await service.restart(undefined, limits)
// Lease and heartbeat follow within a second.
await sleep(5_000)
const healthz = { address: '127.0.0.1', port: 10_248 }
const question = { restartedAt: 0, document: undefined, healthz, podsBefore, concernsSandboxes: true }
let evidence = await health.probe(question, limits)
for (let looks = 1; awaitsLoss && evidence.pods.verdict === 'pass' && looks < 15; looks += 1) {
  await sleep(2_000)
  evidence = await health.probe(question, limits)
}
cluster.close()
process.stdout.write(JSON.stringify(evidence), () => process.exit(0))
