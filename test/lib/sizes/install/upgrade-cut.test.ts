import { expect, test } from '@jest/globals'
import { planUpgrade } from '../../../../src/lib/sizes/install/upgrade.ts'
import { applyUpgrade } from '../../../../src/lib/sizes/install/upgrade-apply.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { requestsOf, startReconciler, wait } from '../reconciler/kept.ts'
import { balloonOf, clusterWithBalloons, giveBalloon, resizeNodes } from '../resize/balloons.ts'
import { cordonAs, cordonOf, free } from '../resize/cordons.ts'

const minute = 60_000
const desired = { namespace: 'kube-system', image: 'new', allNodes: undefined, version: '0.2.0' }

async function upgrade(world: InProcess): Promise<void> {
  const plan = await planUpgrade(world.cluster, desired, limits)
  await applyUpgrade(world, { plan, dryRun: 'none', timeoutMs: 5_000 }, limits)
}

const imageOf = (world: InProcess): string =>
  (balloonOf(world).spec.containers[0] as unknown as { readonly image: string }).image

/** Who cleans up after it, and how. */
const ways: Readonly<Record<string, (world: InProcess) => Promise<void>>> = {
  async cancel(world) {
    await resizeNodes(world, { nodes: { by: 'all' }, size: 'granted', timeoutMs: 5_000, dryRun: 'none' })
  },
  async reconcile(world) {
    await using _loop = startReconciler(world)
    await wait(world, 12 * minute)
  },
}

test.each(Object.keys(ways))(
  'wherever an upgrade is killed, its cordon can be undone, and no size is lost: %s',
  async (way) => {
    const seen = new Set<string>()
    for (let last = 0; ; last++) {
      using world = clusterWithBalloons({})
      // Nobody has stored it before.
      giveBalloon(world, { cpu: '2', memory: '16Mi' })
      let isCut = false
      world.mishap = (_, index) => {
        isCut ||= index > last
        return isCut ? { kind: 'refuse' } : undefined
      }
      await upgrade(world).catch(() => undefined)
      world.mishap = () => undefined
      seen.add(`${imageOf(world)} ${cordonOf(world).cordoned ? 'cordoned' : 'free'} ${requestsOf(world).cpu}`)
      await ways[way]!(world)
      expect([last, cordonOf(world)]).toEqual([last, free])
      await using _loop = startReconciler(world)
      await wait(world, minute)
      expect([last, requestsOf(world).cpu]).toEqual([last, '2'])
      if (!isCut) break
    }
    // It was killed before and after the cordon, with the old balloon, with the new one, and with its size.
    expect([...seen].sort()).toEqual([
      'new cordoned 1m',
      'new cordoned 2',
      'new free 2',
      'pause cordoned 2',
      'pause free 2',
    ])
  },
)

test('the next upgrade takes over a cordon that was left behind with the old balloon', async () => {
  using world = clusterWithBalloons({})
  giveBalloon(world, { cpu: '2', memory: '16Mi' })
  cordonAs(world, 'joe', { agoMs: 60 * minute })
  await upgrade(world)
  expect([imageOf(world), requestsOf(world).cpu, cordonOf(world)]).toEqual(['new', '2', free])
})
