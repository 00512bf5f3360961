import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { applyRolloutPlan, planPolicy, planUserChange } from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { movedLine } from '../../../../src/lib/fleet/rollout/output.ts'
import { readRolloutView } from '../../../../src/lib/fleet/rollout/read-rollout.ts'
import { runRollout } from '../../../../src/lib/fleet/rollout/run-rollout.ts'
import { TriedProbes } from '../../../../src/lib/fleet/rollout/tried-probes.ts'
import { controller, probe as names } from '../../../../src/lib/names.ts'
import { defaultPolicy, type RolloutPolicy } from '../../../../src/lib/rollouts/policy.ts'
import type { Probes } from '../../../../src/lib/rollouts/ports/probes.ts'
import type { FailedCheck, ProbeMoment, ProbePolicy } from '../../../../src/lib/rollouts/probe.ts'
import { findingsText } from '../../../../src/lib/rollouts/probe-findings.ts'
import { probeName } from '../../../../src/lib/rollouts/probe-pod.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { FakeChecks } from '../../rollouts/ports/fake-checks.ts'
import { pushTo } from '../push/pushes.ts'
import { ActingAgents } from './acting-agents.ts'

const minute = 60_000
const probe: ProbePolicy = { image: 'registry.example/kubeletcfg:1.0', without: [] }
const policy: RolloutPolicy = { ...defaultPolicy, soakMs: minute, maxUnavailable: { kind: 'count', count: 2 }, probe }
const podsPath = `/api/v1/namespaces/${controller.namespace}/pods`

let agents: ActingAgents
let world: InProcess
beforeEach(async () => {
  agents = await new ActingAgents(['node-a', 'node-b', 'node-c', 'node-d']).begin()
  ;({ world } = agents)
  world.asAdmin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: controller.namespace } } })
})
afterEach(() => agents[Symbol.dispose]())

async function begin(more: Partial<RolloutPolicy> = {}): Promise<void> {
  const plan = await planPolicy(world.cluster, { policy: { ...policy, ...more }, force: false }, limits)
  await applyRolloutPlan(world.cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
  await pushTo(world, 'maxPods: 50\n', { targets: [globalTarget] })
}

async function run({ probes, timeoutMs = 60 * minute }: { probes?: Partial<Probes>; timeoutMs?: number } = {}) {
  const lines: string[] = []
  const own = world.connect()
  const { failure } = await runRollout(
    {
      cluster: { ...own, probes: { ...own.probes, ...probes } },
      clock: world.clock,
      checks: new FakeChecks(world.clock, () => 'silence'),
      report: (now) => void lines.push(movedLine(now)),
      notice: (fact) => void lines.push(fact.reason),
    },
    { once: false, timeoutMs },
    limits,
  )
  return { lines, outcome: failure?.reason, fact: failure?.fact as { because?: { reason: string } } | undefined }
}

interface PodNames {
  readonly items: ReadonlyArray<{ readonly metadata: { readonly name: string } }>
}

const probesNow = () =>
  world.asAdmin<PodNames>({ method: 'GET', path: podsPath }).items.map(({ metadata }) => metadata.name)

/** Makes pods of these moments find something, instead of what they do here. */
function finding(moments: readonly ProbeMoment[], failed: readonly FailedCheck[]): Partial<Probes> {
  const { make } = world.connect().probes
  const terminated = { exitCode: 0, message: findingsText(failed) }
  const status = {
    phase: 'Succeeded',
    containerStatuses: [{ name: 'probe', image: probe.image, state: { terminated } }],
  }
  return {
    async make(id, ...rest) {
      await make(id, ...rest)
      if (!moments.includes(id.moment)) return
      world.asAdmin({
        ...{ method: 'PATCH', path: `${podsPath}/${probeName(id)}/status`, body: { status } },
        contentType: 'application/merge-patch+json',
      })
    },
  }
}

const dns: readonly FailedCheck[] = [{ check: 'dns', why: 'ENOTFOUND' }]
const past = async () => (await agents.rollout())?.past[0]

test('canaries are tried before and with the document, and no probe is left', async () => {
  await begin()
  const seen = new Set<string>()
  const { make } = world.connect().probes
  const { outcome, lines } = await run({
    probes: {
      make: (id, ...rest) => {
        seen.add(`${id.moment} ${id.node}`)
        return make(id, ...rest)
      },
    },
  })
  expect(outcome).toBeUndefined()
  const [canary] = [...seen].map((one) => one.split(' ')[1])
  expect([...seen]).toEqual([`before ${canary}`, `with ${canary}`])
  expect(lines.join('\n')).toContain(`tries kubelets with a pod: ${canary}`)
  expect(probesNow()).toEqual([])
})

test('what fails with the document only ends the rollout, and its cause says what', async () => {
  await begin()
  expect(await run({ probes: finding(['with', 'again'], dns) })).toMatchObject({ outcome: 'RolloutAborted' })
  expect(await past()).toMatchObject({
    cause: {
      reason: 'NodesFailed',
      message: expect.stringContaining('cannot resolve the name of the API server (ENOTFOUND)'),
    },
  })
  expect(probesNow()).toEqual([])
})

test('what is over when another node is tried ends nothing', async () => {
  await begin()
  expect(await run({ probes: finding(['with'], dns), timeoutMs: 5 * minute })).toMatchObject({ outcome: undefined })
})

test('what failed before ends nothing', async () => {
  await begin()
  expect(await run({ probes: finding(['before', 'with'], dns) })).toMatchObject({ outcome: undefined })
})

test('what fails elsewhere, too, holds the wave, and is tried again', async () => {
  await begin()
  const { fact } = await run({ timeoutMs: 5 * minute, probes: finding(['with', 'beside'], dns) })
  expect(fact).toMatchObject({ because: { reason: 'ProbesUnclear' } })
  expect(await run()).toMatchObject({ outcome: undefined })
})

test.each([
  ['for a moment', 2, undefined],
  ['for good', Number.POSITIVE_INFINITY, 'RolloutAborted'],
] as const)('a log that cannot be read %s', async (_, failures, outcome) => {
  await begin()
  const { tryLog } = world.connect().probes
  let left: number = failures
  const probes: Partial<Probes> = {
    tryLog: async (pod, within) =>
      pod.moment !== 'before' && pod.moment !== 'beside' && left-- > 0
        ? { check: 'logs', why: 'refused' }
        : tryLog(pod, within),
  }
  expect(await run({ probes })).toMatchObject({ outcome })
})

test('without the namespace, or the right, nobody gets the document, and the way on is named', async () => {
  await begin()
  world.asAdmin({ method: 'DELETE', path: `/api/v1/namespaces/${controller.namespace}` })
  const { fact } = await run({ timeoutMs: 5 * minute })
  expect(fact).toMatchObject({
    because: { reason: 'ProbesNotSeen', because: { subject: { name: controller.namespace } } },
  })
  expect((await agents.rollout())?.progress?.gate.nodes).toEqual([])
})

test('who only looks makes none, and reads no log', async () => {
  await begin()
  await run({ timeoutMs: 1_500 })
  const from = world.sent.length
  const probes = new TriedProbes(world.cluster.probes, world.clock)
  expect(await probes.seenIn(await readRolloutView(world.cluster, limits), limits)).toMatchObject({ kind: 'seen' })
  const asked = world.sent.slice(from).filter(({ path }) => path.startsWith(podsPath))
  expect(asked.map(({ method, path, query }) => [method, path, query?.['labelSelector']])).toEqual([
    ['GET', podsPath, names.label],
  ])
})

test('probes of a mover that died are taken by the next one', async () => {
  await begin()
  await run({ timeoutMs: 4_000 })
  const [before] = probesNow()
  expect(before).toContain('-before-')
  expect(await run()).toMatchObject({ outcome: undefined })
  expect(probesNow()).toEqual([])
})

test('probes that are left of a rollout are removed by whoever moves the next one, also where nothing is rolled out', async () => {
  await begin()
  await run({ timeoutMs: 4_000 })
  expect(probesNow()).not.toEqual([])
  const planAgain = () => planUserChange(world.cluster, { change: 'promote', note: undefined }, limits)
  await applyRolloutPlan(world.cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
  expect(await run()).toMatchObject({ outcome: undefined })
  expect(probesNow()).toEqual([])
})
