import { expect, test } from '@jest/globals'
import { parseJournal } from '../../../../src/lib/agent/journal/parse-journal.ts'
import { runAgent } from '../../../../src/lib/agent/loop/run-agent.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import type { JournalState } from '../../../../src/lib/agent/ports/journal.ts'
import { simulatedHost } from '../../../../src/lib/agent/simulated/ports/host.ts'
import type { HostFact } from '../../../../src/lib/machine/host-messages.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { InProcess } from '../../../support/in-process.ts'

const fields = 'imageGCHighThresholdPercent: 90'
const kubelet = `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}\n`

const subject = { kind: 'File', name: 'state.json' } as const
const full = () => new Failure<HostFact>('refused', { reason: 'FileNotWritable', subject, errno: 'ENOSPC' })

interface Write {
  /** From 1 on. */
  readonly number: number
  /** Since the agent began. */
  readonly minute: number
}

/** An agent with one document, for half an hour, whose disk does not take its state at some times. */
async function lifeOf(isRefused: (write: Write) => boolean) {
  using cluster = new InProcess()
  const { clock } = cluster
  const node = cluster.cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.0', release: '1.36', node })
  const begun = clock.now()
  const minute = () => (clock.now() - begun) / 60_000
  const changes: { what: string; minute: number }[] = []
  let writes = 0
  const journal = {
    ...host.journal,
    async write(state: JournalState) {
      if (isRefused({ number: ++writes, minute: minute() })) throw full()
      await host.journal.write(state)
    },
  }
  const noted =
    <T extends readonly unknown[], R>(what: string, act: (...args: T) => R) =>
    (...args: T): R => {
      changes.push({ what, minute: minute() })
      return act(...args)
    }
  const live = { ...host.live, write: noted('write', host.live.write) }
  const rescue = { ...host.rescue, arm: noted('arm', host.rescue.arm) }
  const kubeletService = { ...host.kubelet, restart: noted('restart', host.kubelet.restart) }
  cluster.asAdmin({
    method: 'POST',
    path: '/api/v1/namespaces/kube-system/configmaps',
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'node-a-kubelet-configuration' },
      data: { kubelet },
    },
  })
  const end = new AbortController()
  clock.after(30 * 60_000, () => end.abort(new Error('over')))
  const { documents, rollouts, events } = cluster.cluster
  const dependencies = {
    node: 'node-a',
    settings: { ...defaultSettings, jitterMs: 0 },
    allowedUnsafe: [],
    random: () => 0,
  }
  await runAgent(
    {
      ...{ ...dependencies, clock, cluster: { documents, rollouts, node, events } },
      host: { ...host, journal, live, rescue, kubelet: kubeletService },
    },
    { observer: { status() {}, warn() {}, announce() {}, ended() {}, limited() {} } },
    end.signal,
  )
  const reading = await host.journal.read()
  const { work, lastKnownGood, cleanupTasks } = parseJournal(reading.kind === 'state' ? reading.state : undefined)!
  return { changes, writes, onDisk: { work: work.kind, lastKnownGood: lastKnownGood.source, cleanupTasks } }
}

test('nothing is changed on a node that cannot keep its state; once it can, everything is', async () => {
  const { changes, onDisk } = await lifeOf(({ minute }) => minute < 10)
  expect(changes.map(({ what }) => what)).toEqual(['arm', 'write', 'restart'])
  expect(Math.min(...changes.map(({ minute }) => minute))).toBeGreaterThanOrEqual(10)
  expect(onDisk).toEqual({ work: 'Settled', lastKnownGood: 'node', cleanupTasks: [] })
})

test('a state that the disk did not take once is written again, also the last one', async () => {
  const { writes, onDisk } = await lifeOf(() => false)
  expect(onDisk).toEqual({ work: 'Settled', lastKnownGood: 'node', cleanupTasks: [] })
  for (const refused of [writes, writes - 1, writes - 2])
    expect((await lifeOf(({ number }) => number === refused)).onDisk).toEqual(onDisk)
})

test('what the disk did not take for long is written when the agent ends', async () => {
  const { onDisk } = await lifeOf(({ minute }) => minute >= 5 && minute < 30)
  expect(onDisk).toMatchObject({ work: 'Settled', lastKnownGood: 'node' })
})
