import { expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { applyRolloutPlan, planPolicy } from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { watchedLines, watchRollout } from '../../../../src/lib/fleet/rollout/watch-rollout.ts'
import { rollout as names } from '../../../../src/lib/names.ts'
import { defaultPolicy } from '../../../../src/lib/rollouts/policy.ts'
import { limits } from '../../cluster/clusters.ts'
import { pushTo } from '../push/pushes.ts'
import { ActingAgents } from './acting-agents.ts'

const path = `/api/v1/namespaces/kube-system/configmaps/${names.configMap}`

async function withPolicy(): Promise<ActingAgents> {
  const agents = await new ActingAgents(['node-a']).begin()
  const plan = await planPolicy(agents.world.cluster, { policy: defaultPolicy, force: false }, limits)
  await applyRolloutPlan(agents.world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
  return agents
}

test('a watch tells what is stored, what is damaged, what is gone and what is there again', async () => {
  using agents = await withPolicy()
  const { world } = agents
  const end = new AbortController()
  const told: string[] = []
  const { data } = world.asAdmin<{ data: object }>({ method: 'GET', path })
  const acts = [
    () => pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] }),
    () =>
      world.asAdmin({
        ...{ method: 'PATCH', path, body: { data: { state: '{}' } } },
        contentType: 'application/merge-patch+json',
      }),
    () => world.asAdmin({ method: 'DELETE', path }),
    () =>
      world.asAdmin({
        ...{ method: 'POST', path: path.slice(0, path.lastIndexOf('/')) },
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: names.configMap }, data },
      }),
    () => end.abort(),
  ]
  for (const [i, act] of acts.entries()) world.clock.after((i + 1) * 20_000, () => void act())
  const watch = watchRollout({ cluster: world.connect(), clock: world.clock }, { signal: end.signal })
  for await (const { events, warnings } of watch) {
    const now = [
      ...events.map(({ type, row }) => `${type} ${row.view.desired.kind === 'document' && row.view.desired.revision}`),
      ...warnings.map(({ reason }) => reason),
    ].join()
    if (told.at(-1) !== now) told.push(now)
  }
  expect(told).toEqual([
    ...['ADDED undefined', 'MODIFIED undefined', 'MODIFIED 1', 'RolloutStateInvalid'],
    ...['DELETED 1,NoRolloutPolicy', 'NoRolloutPolicy', 'ADDED 1', 'MODIFIED 1'],
  ])
})

test('a watch of nothing fails at once', async () => {
  using agents = await new ActingAgents(['node-a']).begin()
  const { world } = agents
  const lines = watchedLines(watchRollout({ cluster: world.cluster, clock: world.clock }, limits), undefined)
  await expect(lines.next()).rejects.toMatchObject({ code: 'invalid', reason: 'NoRolloutPolicy' })
})
