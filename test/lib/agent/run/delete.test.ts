import { expect, test } from '@jest/globals'
import { runAgent } from '../../../../src/lib/agent/loop/run-agent.ts'
import type { Phase } from '../../../../src/lib/agent/model/phase.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import { simulatedHost } from '../../../../src/lib/agent/simulated/ports/host.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import { applyDelete } from '../../../../src/lib/fleet/delete/delete-apply.ts'
import { planDelete } from '../../../../src/lib/fleet/delete/delete-documents.ts'
import type { Risk } from '../../../../src/lib/kubelet/changes/disruption.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { pushTo } from '../../fleet/push/pushes.ts'

const pods = '/api/v1/namespaces/default/pods'
const names = ['a', 'b', 'c']

/** node-a with an agent, its own document with room for these pods, and a global one without. */
async function withAgent(embeddedTexts: readonly Risk[], story: (agent: Agent) => Promise<void>): Promise<void> {
  using world = clusterOf({ name: 'node-a' })
  const end = new AbortController()
  const { clock, cluster } = world
  const node = cluster.agentNode('node-a')
  const host = await simulatedHost({ clock, kubeletVersion: 'v1.36.3', release: '1.36', node })
  const settings = { ...defaultSettings, jitterMs: 0, trialMs: 60_000 }
  let last: AgentStatus | undefined
  const ignore = (): void => undefined
  const observer = {
    status: (status: AgentStatus) => {
      last = status
    },
    announce: ignore,
    ended: ignore,
    warn: ignore,
    limited: ignore,
  }
  const running = runAgent(
    { node: 'node-a', settings, allowedUnsafe: [], host, cluster: { ...cluster, node }, clock, random: () => 0.5 },
    { observer },
    end.signal,
  )
  const pass = (ms: number) => Promise.race([clock.sleep(ms, end.signal), running])
  const reach = async (phase: Phase) => {
    for (let turns = 0; last?.phase !== phase && turns < 1_800; turns += 1) await pass(1_000)
    expect(last?.phase).toBe(phase)
  }
  await reach('Idle')
  for (const name of names)
    world.asAdmin({
      method: 'POST',
      path: pods,
      body: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name },
        spec: { nodeName: 'node-a', containers: [{ name: 'main', image: 'pause' }] },
      },
    })
  await pushTo(world, 'maxPods: 100\n', { acceptedRisks: ['drain'] })
  await reach('Trial')
  await reach('Good')
  await pushTo(world, 'maxPods: 2\n', { targets: [globalTarget], acceptedRisks: embeddedTexts })
  await pass(120_000)
  await story({ world, pass, reach, status: () => last })
  end.abort()
  await running
}

interface Agent {
  readonly world: InProcess
  readonly pass: (ms: number) => Promise<unknown>
  readonly reach: (phase: Phase) => Promise<void>
  readonly status: () => AgentStatus | undefined
}

async function remove({ cluster }: InProcess, acceptedRisks: readonly Risk[]) {
  const wanted = { targets: [nodeTarget('node-a')], skipValidation: false, acceptedRisks }
  const plan = await planDelete(cluster, wanted, limits)
  const [outcome] = await applyDelete(cluster, { plan, dryRun: 'none' }, limits)
  return { warnings: plan.warnings.map(({ reason }) => reason), failure: outcome?.failure?.fact.reason }
}

test('a delete that nobody may accept is held by the agent, and made once the pods are gone', async () => {
  await withAgent([], async ({ world, pass, reach, status }) => {
    expect((await remove(world, ['drain'])).failure).toBe('RiskNotCarried')
    expect(await remove(world, [])).toEqual({ warnings: ['FallbackMayBeHeld'], failure: undefined })
    await reach('Held')
    expect(status()?.problem?.reason).toBe('PodsWouldEnd')
    await pass(600_000)
    await reach('Held')
    for (const name of names) world.asAdmin({ method: 'DELETE', path: `${pods}/${name}` })
    await reach('Trial')
    await reach('Good')
    expect(status()?.active).toMatchObject({ source: 'global' })
  })
}, 120_000)

test('a risk that the remaining document carries is accepted once more, and not held', async () => {
  await withAgent(['drain'], async ({ world, reach, status }) => {
    expect((await remove(world, [])).failure).toBe('RestartNotEnough')
    expect(await remove(world, ['drain'])).toEqual({ warnings: [], failure: undefined })
    await reach('Trial')
    expect(status()?.active).toMatchObject({ source: 'global' })
  })
}, 120_000)
