import { expect, test } from '@jest/globals'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { runAgent } from '../../../../src/lib/loops/agent/run-agent.ts'
import type { Journal } from '../../../../src/lib/ports/host/journal.ts'
import { simulatedHost } from '../../../../src/lib/simulated-host/ports/host.ts'
import { messageOf } from '../../../../src/lib/words/describe.ts'
import { InProcess } from '../../../support/in-process.ts'

const path = '/api/v1/namespaces/kube-system/configmaps'
const name = 'node-a-kubelet-configuration'
const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nimageGCHighThresholdPercent: 90\n'

/** Which checkpoints are there, and how many there were at most. */
function counted(journal: Journal) {
  const there = new Set<string>()
  const seen = { there, most: 0 }
  const counting: Journal = {
    ...journal,
    async saveCheckpoint(bytes) {
      const checkpoint = await journal.saveCheckpoint(bytes)
      there.add(checkpoint)
      seen.most = Math.max(seen.most, there.size)
      return checkpoint
    },
    async keepCheckpoints(keep) {
      await journal.keepCheckpoints(keep)
      for (const one of there) if (!keep.has(one)) there.delete(one)
    },
  }
  return { seen, counting }
}

test('a writer that changes a comment again and again does not fill the disk (D10)', async () => {
  using cluster = new InProcess()
  const { clock } = cluster
  const node = cluster.cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.0', release: '1.36', node })
  const { seen, counting } = counted(host.journal)
  const end = new AbortController()
  const write = (method: 'POST' | 'PUT', comment: number) =>
    cluster.asAdmin({
      method,
      path: method === 'POST' ? path : `${path}/${name}`,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { kubelet: `${head}# ${comment}\n` } },
    })
  for (let i = 0; i < 1_000; i++) clock.after(60_000 + 2_000 * i, () => write(i === 0 ? 'POST' : 'PUT', i))
  clock.after(3_600_000, () => end.abort(new Error('over')))
  const last: { status?: AgentStatus } = {}
  const observer = {
    status: (status: AgentStatus) => void Object.assign(last, { status }),
    ...{ announce() {}, ended() {}, warn() {}, limited() {} },
  }
  const { documents, events } = cluster.cluster
  const settings = { ...defaultSettings, jitterMs: 0 }
  const world = { node: 'node-a', settings, allowedUnsafe: [], clock, random: () => 0 }
  const all = { ...world, host: { ...host, journal: counting }, cluster: { documents, node, events } }
  await runAgent(all, { observer, words: messageOf }, end.signal)
  expect(last.status?.phase).toBe('Good')
  // Those that count, and the texts until the next are removed.
  expect(seen.most).toBeLessThan(24)
  const { active } = last.status!
  expect(active.source !== 'local' && seen.there.has(active.checkpoint)).toBe(true)
})
