import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type InstallRequest, planInstall } from '../../../../src/lib/sizes/install/install.ts'
import { applyInstall } from '../../../../src/lib/sizes/install/install-apply.ts'
import { everyLinuxNode } from '../../../../src/lib/sizes/model/installation.ts'
import { survey } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits } from '../../cluster/clusters.ts'
import { giveBalloon, install } from '../resize/balloons.ts'

const nothing = { namespace: 'kube-system', image: undefined, allNodes: undefined }
const held = { cpu: '2', memory: '1Gi' }
let world: InProcess
const plan = (desired: Partial<InstallRequest> = {}) => planInstall(world.cluster, { ...nothing, ...desired }, limits)

beforeEach(() => {
  world = clusterOf({}, { name: 'node-b', labels: {} })
})
afterEach(() => world[Symbol.dispose]())

describe('install after install --all-nodes --image', () => {
  beforeEach(() => {
    install(world, { nodeSelector: everyLinuxNode, image: 'mirror.example/pause' })
    giveBalloon(world, held)
  })

  test.each<[string, Partial<InstallRequest>]>([
    ['without flags', {}],
    ['with the same flags', { allNodes: true, image: 'mirror.example/pause' }],
  ])('%s changes nothing', async (_, desired) => {
    const { steps, released, warnings } = await plan(desired)
    expect(steps.filter(({ action }) => action !== 'unchanged')).toEqual([])
    expect({ released, warnings }).toEqual({ released: [], warnings: [] })
  })

  test('for labelled nodes only says which nodes lose their balloon, and what is returned', async () => {
    const { steps, released } = await plan({ allNodes: false })
    expect(steps.at(-1)).toMatchObject({ action: 'configure' })
    expect(released).toEqual([{ node: 'node-b', amounts: { cpu: 1n, memory: 16n * 2n ** 20n } }])
  })

  test('with another image keeps the balloons, and warns that they keep the old one', async () => {
    const { released, warnings } = await plan({ image: 'other.example/pause' })
    expect({ released, warnings }).toEqual({ released: [], warnings: [{ reason: 'BalloonsKeepOldTemplate' }] })
  })

  test('is what the cluster has when it is applied', async () => {
    await applyInstall(world.cluster, { plan: await plan({ allNodes: false }), dryRun: 'none' }, limits)
    world.sandbox.advance(1_000)
    const { sizes } = await survey(world.cluster, { by: 'all' }, limits)
    expect(sizes.map(({ node, state }) => [node.name, state])).toEqual([
      ['node-a', 'Ready'],
      ['node-b', 'NotManaged'],
    ])
  })
})

describe('install --all-nodes', () => {
  const all = { allNodes: true }

  test('after install takes no balloon away', async () => {
    await applyInstall(world.cluster, { plan: await plan(), dryRun: 'none' }, limits)
    const { steps, released, warnings } = await plan(all)
    expect({ released, warnings }).toEqual({ released: [], warnings: [] })
    expect(steps.at(-1)).toMatchObject({ action: 'configure' })
  })

  test('after kubectl create says that the label stays, for it is not ours to remove', async () => {
    install(world)
    const { steps, warnings } = await plan(all)
    expect(steps.at(-1)).toMatchObject({ action: 'unchanged' })
    const label = ['nodesize.kubeletcfg.dev/enabled', 'true']
    expect(warnings).toEqual([expect.objectContaining({ reason: 'SelectorNotOurs', labels: [label] })])
  })
})
