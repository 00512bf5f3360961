import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import type { ControllerCluster } from '../../../../src/lib/fleet/controller/controller-cluster.ts'
import { ControllerMetrics } from '../../../../src/lib/fleet/controller/controller-metrics.ts'
import { ControllerMonitor } from '../../../../src/lib/fleet/controller/monitor.ts'
import { runController } from '../../../../src/lib/fleet/controller/run-controller.ts'
import {
  applyRolloutPlan,
  planPolicy,
  planRelease,
  planUserChange,
} from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import type { ObjectEvent } from '../../../../src/lib/loop/events/object-event.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { Failure, said } from '../../../../src/lib/message/failure.ts'
import { rollout as names } from '../../../../src/lib/names.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { FakeChecks } from '../../rollouts/ports/fake-checks.ts'
import { pushTo } from '../push/pushes.ts'
import { ActingAgents } from '../rollout/acting-agents.ts'
import { report } from '../status/reports.ts'

const minute = 60_000
const policy: RolloutPolicy = { ...defaultPolicy, soakMs: minute }

let agents: ActingAgents
let world: InProcess

beforeEach(async () => {
  agents = await new ActingAgents(['node-a', 'node-b', 'node-c', 'node-d']).begin()
  ;({ world } = agents)
})
afterEach(() => agents[Symbol.dispose]())

interface Running {
  readonly lines: string[]
  readonly events: ObjectEvent[]
  readonly metrics: ControllerMetrics
}

/** A controller that leads for a time of the virtual clock, in which something else may happen. */
async function control(
  ms: number,
  {
    cluster = world.connect(),
    setsPolicy = true,
    confirm = () => undefined,
  }: { cluster?: ControllerCluster; setsPolicy?: boolean; confirm?: () => void } = {},
): Promise<Running> {
  const lines: string[] = []
  const events: ObjectEvent[] = []
  const metrics = new ControllerMetrics('1.2.3')
  const monitor = new ControllerMonitor({
    ...{ clock: world.clock, namespace: 'kube-system', metrics },
    log: (level, fact) => void lines.push(`${level} ${messageOf(fact)}`),
    record: (event) => void events.push(event),
  })
  const end = new AbortController()
  world.clock.after(ms, () => end.abort(new Error('over')))
  const checks = new FakeChecks(world.clock, () => 'silence')
  const leadership = { signal: end.signal, confirm }
  await runController(
    {
      cluster,
      clock: world.clock,
      checks,
      random: () => 0,
      monitor,
      setsPolicy,
      probeImage: undefined,
      webhook: undefined,
    },
    leadership,
  )
  return { lines, events, metrics }
}

const after = (ms: number, what: () => unknown): void => void world.clock.after(ms, () => void what())

async function setPolicy(): Promise<void> {
  const planAgain = () => planPolicy(world.cluster, { policy, force: false }, limits)
  await applyRolloutPlan(world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
}

const push = (maxPods: number) => pushTo(world, `maxPods: ${maxPods}\n`, { targets: [globalTarget] })

const metricOf = ({ metrics }: Running, name: string, label?: string): number | undefined => {
  const { samples = [] } = metrics.registry.collect().find((metric) => metric.name === name) ?? {}
  return samples.find(({ labels }) => label === undefined || Object.values(labels ?? {}).includes(label))?.value
}

test('where there was never a policy, it sets the default one, and what is stored reaches the nodes in waves', async () => {
  after(minute, () => push(50))
  const { lines, events } = await control(45 * minute)
  expect(await agents.rollout()).toMatchObject({
    policy: defaultPolicy,
    promoted: { text: expect.stringContaining('maxPods: 50') },
    progress: undefined,
  })
  expect(lines.slice(0, 2)).toEqual([
    'info moving the rollouts of the global document in namespace kube-system',
    `info there was no configmap/${names.configMap}: the default policy is set; from now on, a global document reaches the nodes in waves`,
  ])
  expect(events.map(({ reason, type }) => `${type} ${reason}`)).toEqual([
    'Normal RolloutStarted',
    ...Array(3).fill('Normal RolloutWaveStarted'),
    'Normal RolloutPromoted',
  ])
  expect(events[0]!.about).toMatchObject({ kind: 'ConfigMap', name: names.configMap, namespace: 'kube-system' })
})

test('it sets none while agents would run ahead, says so once, and sets it when none does', async () => {
  let left = 100
  const keepAhead = (): void => {
    report(world, 'node-b', { followsRollouts: false })
    if (left-- > 0) world.clock.after(1_000, keepAhead)
  }
  keepAhead()
  const running = await control(10 * minute)
  const refusals = running.lines.filter((line) => line.startsWith('warning the default policy is not set'))
  expect(refusals).toEqual([expect.stringContaining('do not follow rollouts')])
  expect((await agents.rollout())?.policy).toEqual(defaultPolicy)
})

test.each([
  ['with --no-default-policy', { setsPolicy: false }, async (): Promise<void> => undefined],
  [
    'after delete-policy',
    {},
    async (): Promise<void> => {
      await setPolicy()
      const planAgain = (): ReturnType<typeof planRelease> => planRelease(world.cluster, { force: false }, limits)
      await applyRolloutPlan(world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
    },
  ],
])('it sets no policy %s', async (_, options, before) => {
  await before()
  const running = await control(10 * minute, options)
  expect((await agents.rollout())?.policy).toBeUndefined()
  expect(running.lines.filter((line) => line.includes('the rollout stands where it is'))).toEqual([])
  expect(metricOf(running, 'kubeletcfg_rollout_phase', 'Released') ?? 0).toBe('setsPolicy' in options ? 0 : 1)
})

test('a document that ends kubelets is gone again with nobody watching, and is not tried once more', async () => {
  await setPolicy()
  agents.fatal = (digest) => digest.startsWith('v1:')
  after(minute, () => push(50))
  const running = await control(60 * minute)
  expect((await agents.rollout())?.past).toMatchObject([{ outcome: 'Aborted', cause: { reason: 'NodesFailed' } }])
  expect(running.events.map(({ reason, type }) => `${type} ${reason}`)).toEqual([
    'Normal RolloutStarted',
    'Warning RolloutAborting',
    'Warning RolloutAborted',
  ])
  expect(running.lines.at(-1)).toContain('the document was aborted: node node-')
  expect(metricOf(running, 'kubeletcfg_rollout_waits', 'RolloutRefused')).toBe(1)
  expect(metricOf(running, 'kubeletcfg_rollout_moves_total', 'start')).toBe(1)
})

test('a state that somebody has edited is moved by nobody, and is said once', async () => {
  await setPolicy()
  const edit = (data: object) =>
    world.asAdmin({
      method: 'PATCH',
      path: `/api/v1/namespaces/kube-system/configmaps/${names.configMap}`,
      body: { data },
      contentType: 'application/merge-patch+json',
    })
  after(minute, () => push(50))
  after(2 * minute, () => edit({ readme: 'x', candidate: '# another\n' }))
  const broken = await control(10 * minute)
  expect(broken.lines.filter((line) => line.includes('was changed by another client'))).toHaveLength(1)
  expect(broken.events.at(-1)).toMatchObject({ type: 'Warning', reason: 'RolloutTextChanged' })
  expect(metricOf(broken, 'kubeletcfg_rollout_phase', 'Unreadable')).toBe(1)
})

test('people may pause it, and it waits for them, however often it looks', async () => {
  await setPolicy()
  await push(50)
  after(minute, async () => {
    const planAgain = () => planUserChange(world.cluster, { change: 'pause', note: 'lunch' }, limits)
    await applyRolloutPlan(world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
  })
  const running = await control(30 * minute)
  expect(running.lines.filter((line) => line.includes('lunch'))).toHaveLength(1)
  expect(metricOf(running, 'kubeletcfg_rollout_phase', 'Paused')).toBe(1)
})

test('an API server that is away for minutes is waited for', async () => {
  await setPolicy()
  await push(50)
  let isAway = false
  world.mishap = () => (isAway ? { kind: 'refuse' } : undefined)
  after(minute, () => {
    isAway = true
  })
  after(10 * minute, () => {
    isAway = false
  })
  const { lines } = await control(60 * minute)
  expect(lines.filter((line) => line.startsWith('warning')).length).toBeLessThan(4)
  expect((await agents.rollout())?.promoted.text).toContain('maxPods: 50')
})

test('a write that the API server denies is tried again, later and later, and said once', async () => {
  await setPolicy()
  await push(50)
  let tries = 0
  const cluster = world.connect()
  const rollouts = {
    ...cluster.rollouts,
    write: async () => {
      tries++
      throw new Failure('refused', said('DeniedByPolicy', 'denied'))
    },
  }
  const running = await control(10 * minute, { cluster: { ...cluster, rollouts } })
  expect(running.lines.filter((line) => line.includes('the rollout stands where it is'))).toHaveLength(1)
  expect(tries).toBeLessThan(25)
  expect(metricOf(running, 'kubeletcfg_controller_failures_total', 'DeniedByPolicy')).toBe(tries)
})

test('it reads the rollout once in a second at most, and once in five while nothing is under way', async () => {
  await setPolicy()
  const counted = async (ms: number): Promise<number> => {
    let reads = 0
    const cluster: ControllerCluster = world.connect()
    const read: ControllerCluster['rollouts']['read'] = (within) => {
      reads++
      return cluster.rollouts.read(within)
    }
    await control(ms, { cluster: { ...cluster, rollouts: { ...cluster.rollouts, read } } })
    return reads
  }
  expect(await counted(10 * minute)).toBeLessThanOrEqual(121)
  await push(50)
  // Each move is looked at once more at once.
  expect(await counted(10 * minute)).toBeLessThanOrEqual(630)
})

test('several at once, without an election, move it as one would', async () => {
  await setPolicy()
  await push(50)
  const all = await Promise.all([control(30 * minute), control(30 * minute), control(30 * minute)])
  expect((await agents.rollout())?.generation).toBe(2)
  const promoted = all.flatMap(({ events }) => events).filter(({ reason }) => reason === 'RolloutPromoted')
  expect(promoted).toHaveLength(1)
})

test.each([
  ['denies a document of a node', true],
  ['denies nothing', false],
])('as a ServiceAccount, it tries whether a policy %s, and only as a dry run', async (_, isDenied) => {
  await setPolicy()
  const cluster = world.connect()
  const dryRuns: string[] = []
  const documents: ControllerCluster['documents'] = {
    ...cluster.documents,
    write: async (_write, dryRun) => {
      dryRuns.push(dryRun)
      if (isDenied) throw new Failure('refused', said('DeniedByPolicy', 'denied'))
      return {} as never
    },
  }
  const access = {
    ...cluster.access,
    whoAmI: async () => 'system:serviceaccount:kubeletcfg-system:kubeletcfg-controller',
  }
  const running = await control(30 * minute, { cluster: { ...cluster, access, documents } })
  expect(metricOf(running, 'kubeletcfg_controller_policy_enforced')).toBe(Number(isDenied))
  const warned = running.lines.filter((line) => line.includes('no policy limits what this ServiceAccount writes'))
  expect(warned).toHaveLength(isDenied ? 0 : 1)
  expect(new Set(dryRuns)).toEqual(new Set(['server']))
})

test('who leads no more moves nothing', async () => {
  await setPolicy()
  await push(50)
  const before = await agents.rollout()
  const lost = () => {
    throw new Failure('conflict', said('LeaseTaken', 'another one leads'))
  }
  await control(5 * minute, { confirm: lost })
  expect(await agents.rollout()).toEqual(before)
})
