import { describe, expect, test } from '@jest/globals'
import { kubeletHealth } from '../../../../../src/lib/agent/host/kubelet/kubelet-health.ts'
import { nodeAccess } from '../../../../../src/lib/agent/host/kubelet/node-access.ts'
import type { ServiceState } from '../../../../../src/lib/agent/model/evidence.ts'
import type { AgentNode, PodFacts } from '../../../../../src/lib/agent/ports/agent-node.ts'
import { Failure } from '../../../../../src/lib/message/failure.ts'

const serverMs = Date.UTC(2026, 10, 27, 12)
const uptimeMs = 1_000_000
/** Three minutes ago. */
const startedAtMs = uptimeMs - 180_000

const state: ServiceState = {
  ...{ unit: 'kubelet.service', activeState: 'active', subState: 'running' },
  ...{ mainPid: 0, startedAtMs, restarts: 0, lastExit: undefined },
}

const denied = () => Promise.reject(new Failure('refused', { reason: 'AccessDenied' }))

/** What a look at the kubelet says of pods, by the clock of a node that is so far from that of the API server. */
async function look(pods: readonly PodFacts[], aheadMs: number) {
  const agentNode: AgentNode = {
    now: () => serverMs,
    async *watch() {
      yield undefined
    },
    async *podChanges() {
      yield pods
    },
    leaseRenewedAt: async () => undefined,
    pods: async () => pods,
    report: async () => 'written',
    withdraw: async () => undefined,
    isLimited: async () => undefined,
  }
  const health = kubeletHealth({
    ...{ node: nodeAccess(), agentNode, token: async () => 'secret', runtimeEndpoint: '/nope.sock' },
    service: { state: async () => state, version: denied, commandLine: denied, restart: denied },
    moment: () => ({ bootId: 'b', uptimeMs, wallMs: serverMs + aheadMs }),
  })
  const question = { restartedAt: 0, document: undefined, healthz: undefined, podsBefore: ['old'] }
  const limits = { signal: new AbortController().signal }
  const evidence = await health.probe({ ...question, concernsSandboxes: true }, limits)
  return [evidence.pods.verdict, evidence.sandbox.verdict]
}

const pod = (uid: string, secondsAgo: number, facts: Partial<PodFacts>): PodFacts =>
  ({
    ...{ uid, namespace: 'default', name: uid, phase: 'Running', reason: '', isDeleted: false, restartsAlways: true },
    ...{ createdAt: serverMs - secondsAgo * 1_000, staysOnDrain: true, balloonAboveFloor: false, hasSandbox: true },
    ...facts,
  }) as PodFacts

const refused = { phase: 'Failed', reason: 'OutOfcpu', hasSandbox: false }
const waiting = { phase: 'Pending', hasSandbox: false }

describe.each([0, 2, 300, 3_600, 86_400, -2, -300, -3_600])(
  'a node whose clock is %i s ahead of the server',
  (ahead) => {
    test.each<[what: string, pods: readonly PodFacts[], verdicts: readonly [pods: string, sandbox: string]]>([
      ['that refuses a new pod of a DaemonSet', [pod('new', 170, refused)], ['fail', 'unknown']],
      ['that has refused one before', [pod('past', 190, refused)], ['pass', 'unknown']],
      ['that has made a sandbox', [pod('new', 170, {})], ['pass', 'pass']],
      ['that made its sandboxes before', [pod('old', 190, {})], ['pass', 'unknown']],
      ['on which a new pod waits', [pod('new', 121, waiting)], ['pass', 'fail']],
      ['on which a new pod waits for less than two minutes', [pod('new', 119, waiting)], ['pass', 'unknown']],
      ['on which an older pod waits', [pod('past', 190, waiting)], ['pass', 'unknown']],
    ])('%s', async (_what, pods, verdicts) => {
      expect(await look(pods, ahead * 1_000)).toEqual(verdicts)
    })
  },
)
