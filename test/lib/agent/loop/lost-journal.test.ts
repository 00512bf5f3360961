import { expect, test } from '@jest/globals'
import { runAgent } from '../../../../src/lib/agent/loop/run-agent.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import type { Journal, JournalReading } from '../../../../src/lib/agent/ports/journal.ts'
import { conditionOf } from '../../../../src/lib/agent/report/condition-of.ts'
import { simulatedHost } from '../../../../src/lib/agent/simulated/ports/host.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import type { Fact } from '../../../../src/lib/message/fact.ts'
import { InProcess } from '../../../support/in-process.ts'

const minute = 60_000
const unreadable: JournalReading = { kind: 'unreadable', because: { reason: 'FileNotReadable' } }
const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** Cannot be read so often. */
const failing = (journal: Journal, times: number, putAside: () => void): Journal => ({
  ...journal,
  read: async () => (times-- > 0 ? unreadable : journal.read()),
  async putAside() {
    putAside()
    await journal.putAside()
  },
})

/** An agent that ends in the trial of a document, and the next one, to which its state cannot be read so often. */
async function nextLife(fields: string, times: number) {
  using cluster = new InProcess()
  const { clock } = cluster
  const node = cluster.cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.0', release: '1.36', node })
  const { documents, rollouts, events } = cluster.cluster
  const settings = { ...defaultSettings, jitterMs: 0 }
  const dependencies = { node: 'node-a', settings, allowedUnsafe: [], clock, random: () => 0 }
  const life = async (journal: Journal, untilMs: number) => {
    const end = new AbortController()
    clock.after(untilMs, () => end.abort(new Error('over')))
    const [statuses, warnings]: [AgentStatus[], Fact[]] = [[], []]
    const observer = {
      status: (one: AgentStatus) => void statuses.push(one),
      warn: (fact: Fact) => void warnings.push(fact),
      announce() {},
      ended() {},
      limited() {},
    }
    const all = { ...dependencies, host: { ...host, journal }, cluster: { documents, rollouts, node, events } }
    await runAgent(all, { observer }, end.signal)
    return { statuses, warnings }
  }
  cluster.asAdmin({
    method: 'POST',
    path: '/api/v1/namespaces/kube-system/configmaps',
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'node-a-kubelet-configuration' },
      data: { kubelet: `${head}${fields}\n` },
    },
  })
  const before = (await life(host.journal, 2 * minute)).statuses.at(-1)!
  let timesAside = 0
  const { statuses, warnings } = await life(
    failing(host.journal, times, () => timesAside++),
    70 * minute,
  )
  const phases = statuses.map(({ phase }) => phase)
  const troubled = statuses.findLast(({ trouble }) => trouble?.reason === 'StateUnreadable')
  return {
    before: before.phase,
    phases: phases.filter((phase, i) => phase !== phases[i - 1]),
    warnings: warnings.map(({ reason }) => reason),
    timesAside,
    troubled: troubled && conditionOf(troubled),
    trouble: statuses.at(-1)!.trouble,
    lastKnownGood: statuses.at(-1)!.lastKnownGood.source,
    runs: (await host.live.read()).content,
  }
}

test('a state that cannot be read does not end the agent: what is on trial has to prove itself (D2)', async () => {
  const { phases, troubled, ...rest } = await nextLife('imageGCHighThresholdPercent: 90', 3)
  expect(rest).toEqual({
    before: 'Trial',
    warnings: ['StateUnreadable'],
    timesAside: 1,
    trouble: undefined,
    lastKnownGood: 'node',
    runs: 'ours',
  })
  expect(phases).toEqual(['Resolving', 'Trial', 'Good'])
  expect(troubled).toMatchObject({ status: 'Unknown', reason: 'StateUnreadable' })
  expect(troubled!.message).toContain('the state of the agent cannot be read')
})

test("what does not prove itself goes back to the node's own configuration, which is not lost (D2)", async () => {
  expect(await nextLife('contentType: application/banana', 3)).toMatchObject({
    before: 'Trial',
    phases: ['Resolving', 'Trial', 'RollingBack', 'RolledBack'],
    timesAside: 1,
    lastKnownGood: 'local',
    runs: 'local',
  })
})

test('a state that can be read again a moment later is not lost', async () => {
  expect(await nextLife('imageGCHighThresholdPercent: 90', 2)).toMatchObject({
    phases: ['Trial', 'Good'],
    warnings: [],
    timesAside: 0,
    troubled: undefined,
  })
})
