import { expect, test } from '@jest/globals'
import { runAgent } from '../../../../src/lib/agent/loop/run-agent.ts'
import type { Phase } from '../../../../src/lib/agent/model/phase.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import type { Journal } from '../../../../src/lib/agent/ports/journal.ts'
import { simulatedHost } from '../../../../src/lib/agent/simulated/ports/host.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { InProcess } from '../../../support/in-process.ts'

const path = '/api/v1/namespaces/kube-system/configmaps'
const name = 'node-a-kubelet-configuration'
const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nimageGCHighThresholdPercent: 90\n'

/** What the agent has on its disk. */
interface OnDisk {
  readonly checkpoints: Set<string>
  /** Since it was set to 0. */
  mostCheckpoints: number
  mostBytes: number
}

function watched(journal: Journal): { readonly disk: OnDisk; readonly watching: Journal } {
  const checkpoints = new Set<string>()
  const disk = { checkpoints, mostCheckpoints: 0, mostBytes: 0 }
  const watching: Journal = {
    ...journal,
    async write(state) {
      await journal.write(state)
      disk.mostBytes = Math.max(disk.mostBytes, JSON.stringify(state).length)
    },
    async saveCheckpoint(bytes) {
      const checkpoint = await journal.saveCheckpoint(bytes)
      checkpoints.add(checkpoint)
      disk.mostCheckpoints = Math.max(disk.mostCheckpoints, checkpoints.size)
      return checkpoint
    },
    async keepCheckpoints(keep) {
      await journal.keepCheckpoints(keep)
      for (const one of checkpoints) if (!keep.has(one)) checkpoints.delete(one)
    },
  }
  return { disk, watching }
}

interface Storm {
  readonly what: string
  readonly changes: number
  readonly everyMs: number
  readonly change: (write: Write, count: number) => void
  readonly phase: Phase
}

interface Write {
  put(more: string): void
  remove(): void
  outage(ms: number): void
}

const minute = 60_000

const storms: readonly Storm[] = [
  {
    ...{ what: 'a comment', changes: 1_000, everyMs: 2_000, phase: 'Good' },
    change: ({ put }, count) => put(`# ${count}\n`),
  },
  {
    // More than the restarts of an hour in each half.
    ...{ what: 'a meaning, each applied', changes: 160, everyMs: minute, phase: 'Good' },
    change: ({ put }, count) => put(`containerLogMaxFiles: ${count + 5}\n`),
  },
  {
    ...{ what: 'a rejected document', changes: 100, everyMs: minute, phase: 'Rejected' },
    change: ({ put }, count) => put(`maxPods: -${count + 1}\n`),
  },
  {
    ...{ what: 'a document that is deleted and made again', changes: 100, everyMs: 3 * minute, phase: 'Good' },
    change: ({ put, remove }, count) => (count % 2 === 0 ? put(`# ${count}\n`) : remove()),
  },
  {
    ...{ what: 'an outage of the API server', changes: 100, everyMs: minute, phase: 'Good' },
    change({ put, outage }, count) {
      put(`# ${count}\n`)
      outage(20_000)
    },
  },
]

test.each(storms)(
  'again and again, $what does not fill the disk (D10)',
  async ({ changes, everyMs, change, phase }) => {
    using cluster = new InProcess()
    const { clock } = cluster
    const node = cluster.cluster.agentNode('node-a')
    const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.0', release: '1.36', node })
    const { disk, watching } = watched(host.journal)
    const end = new AbortController()
    let isThere = false
    const write: Write = {
      put(more) {
        const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { kubelet: head + more } }
        cluster.asAdmin(isThere ? { method: 'PUT', path: `${path}/${name}`, body } : { method: 'POST', path, body })
        isThere = true
      },
      remove() {
        cluster.asAdmin({ method: 'DELETE', path: `${path}/${name}` })
        isThere = false
      },
      outage: (ms) => cluster.sandbox.unavailable(1, ms),
    }
    const half: Partial<OnDisk> = {}
    for (let count = 0; count <= changes; count++)
      clock.after(minute + everyMs * count, () => {
        // The last of an even number puts what was removed.
        change(write, count)
        if (count !== changes / 2) return
        Object.assign(half, { mostCheckpoints: disk.mostCheckpoints, mostBytes: disk.mostBytes })
        Object.assign(disk, { mostCheckpoints: 0, mostBytes: 0 })
      })
    clock.after(minute + everyMs * changes + 10 * minute, () => end.abort(new Error('over')))
    const last: { status?: AgentStatus } = {}
    const observer = {
      status: (status: AgentStatus) => void Object.assign(last, { status }),
      ...{ announce() {}, ended() {}, warn() {}, limited() {} },
    }
    const { documents, rollouts, events } = cluster.cluster
    const settings = { ...defaultSettings, jitterMs: 0, trialMs: 5_000, restartsPerHour: 1_000 }
    const dependencies = { node: 'node-a', settings, allowedUnsafe: [], clock, random: () => 0 }
    const all = {
      ...dependencies,
      host: { ...host, journal: watching },
      cluster: { documents, rollouts, node, events },
    }
    await runAgent(all, { observer }, end.signal)
    expect(last.status?.phase).toBe(phase)
    // Those that count, and the texts until the next are removed.
    expect(Math.max(half.mostCheckpoints!, disk.mostCheckpoints)).toBeLessThan(24)
    expect(disk.mostBytes).toBeLessThanOrEqual(half.mostBytes! * 1.05)
    const { active } = last.status!
    expect(active.source === 'local' || disk.checkpoints.has(active.checkpoint)).toBe(true)
  },
)
