import { expect, test } from '@jest/globals'
import { globalTarget } from '../../../../src/lib/documents/target.ts'
import { applyRolloutPlan, planPolicy, planRelease } from '../../../../src/lib/fleet/rollout/change-rollout.ts'
import { runRollout } from '../../../../src/lib/fleet/rollout/run-rollout.ts'
import { type Shown, showDocument, shownDocuments } from '../../../../src/lib/fleet/rollout/show-document.ts'
import { defaultPolicy } from '../../../../src/lib/rollouts/policy.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { FakeChecks } from '../../rollouts/ports/fake-checks.ts'
import { header, pushTo } from '../push/pushes.ts'
import { ActingAgents } from './acting-agents.ts'

async function setPolicy({ cluster }: InProcess): Promise<void> {
  const plan = await planPolicy(cluster, { policy: defaultPolicy, force: false }, limits)
  await applyRolloutPlan(cluster, { plan, planAgain: async () => plan, dryRun: 'none' }, limits)
}

const push = (world: InProcess, maxPods: number) => pushTo(world, `maxPods: ${maxPods}\n`, { targets: [globalTarget] })

const begin = ({ cluster, clock }: InProcess) => {
  const checks = new FakeChecks(clock, () => 'silence')
  const world = { cluster, clock, checks, report: () => undefined, notice: () => undefined }
  return runRollout(world, { once: true, timeoutMs: 60_000 }, limits)
}

async function release({ cluster }: InProcess): Promise<void> {
  const planAgain = () => planRelease(cluster, { force: true }, limits)
  await applyRolloutPlan(cluster, { plan: await planAgain(), planAgain, dryRun: 'none' }, limits)
}

const steps = {
  setPolicy,
  begin,
  release,
  first: (world: InProcess) => push(world, 50),
  second: (world: InProcess) => push(world, 60),
}

const maxPods = (count: number) => `${header}maxPods: ${count}\n`

test.each<[readonly (keyof typeof steps)[], Record<Shown, string>]>([
  [[], { promoted: 'NoRolloutPolicy', candidate: 'NoRolloutPolicy', desired: 'DocumentNotFound' }],
  [['setPolicy'], { promoted: 'NoDocumentToShow', candidate: 'NothingRolledOutToShow', desired: 'DocumentNotFound' }],
  [['setPolicy', 'first'], { promoted: 'NoDocumentToShow', candidate: 'NothingRolledOutToShow', desired: maxPods(50) }],
  [['setPolicy', 'first', 'begin'], { promoted: 'NoDocumentToShow', candidate: maxPods(50), desired: maxPods(50) }],
  [
    ['setPolicy', 'first', 'begin', 'second'],
    { promoted: 'NoDocumentToShow', candidate: maxPods(50), desired: maxPods(60) },
  ],
  [
    ['setPolicy', 'first', 'release'],
    { promoted: 'NoRolloutPolicy', candidate: 'NoRolloutPolicy', desired: maxPods(50) },
  ],
])('after %j', async (done, expected) => {
  using agents = await new ActingAgents(['node-a']).begin()
  for (const name of done) await steps[name](agents.world)
  for (const which of shownDocuments) {
    const shown = await showDocument(agents.world.cluster, which, limits).then(
      ({ body }) => body,
      (failure) => {
        expect(failure).toMatchObject({ code: 'invalid' })
        return failure.reason
      },
    )
    expect([which, shown]).toEqual([which, expected[which]])
  }
})
