import { expect } from '@jest/globals'
import type { NodeSelection } from '../src/lib/nodes/node-selection.ts'
import { diagnoseSizing } from '../src/lib/sizes/doctor/doctor.ts'
import { balloonsReady } from '../src/lib/sizes/install/balloons-ready.ts'
import { planInstall } from '../src/lib/sizes/install/install.ts'
import { applyInstall } from '../src/lib/sizes/install/install-apply.ts'
import { applyUninstall, planUninstall } from '../src/lib/sizes/install/uninstall.ts'
import { planUpgrade } from '../src/lib/sizes/install/upgrade.ts'
import { applyUpgrade } from '../src/lib/sizes/install/upgrade-apply.ts'
import { type ListedParts, listSizes } from '../src/lib/sizes/list/list-sizes.ts'
import { parseSize, type SizeRequest } from '../src/lib/sizes/model/size.ts'
import { clusterOf, limits } from './lib/cluster/clusters.ts'
import { autoscale, Machine } from './lib/sizes/autoscale/machines.ts'
import { clusterWithBalloons, giveBalloon, install as installNow, resizeNodes } from './lib/sizes/resize/balloons.ts'
import type { InProcess } from './support/in-process.ts'
import { testRequests } from './support/requests.ts'

const nodes = ['node-a', 'node-b', 'node-c']
const many = Array.from({ length: 500 }, (_, i) => ({ name: `node-${i}` }))
const three = nodes.map((name) => ({ name }))
const two: SizeRequest = { cpu: parseSize('cpu', '2') }
const full: SizeRequest = { cpu: { kind: 'max' }, memory: { kind: 'max' } }

const withoutBalloons = () => clusterOf(...three)
const withBalloons = () => clusterWithBalloons(...three)
/** A list of their balloons has several pages. */
const withManyBalloons = () => clusterWithBalloons(...nodes.map((name) => ({ name })), ...many)
function withSmallNode(): InProcess {
  const world = withBalloons()
  giveBalloon(world, { cpu: '2', memory: '16Mi' })
  return world
}
/** As nodesize set leaves it. */
async function withSize(): Promise<InProcess> {
  const world = withBalloons()
  await resize(two, 'node-a')(world)
  return world
}

const sizes =
  (parts: ListedParts, ...names: string[]) =>
  ({ cluster }: InProcess) =>
    listSizes(cluster, names.length === 0 ? { by: 'all' } : { by: 'name', names }, parts, limits)
const desiredSizes = { desiredSizes: true }
const all = { desiredSizes: true, usage: true }
const resize =
  (size: SizeRequest, ...names: string[]) =>
  async (world: InProcess) => {
    const asked = { nodes: { by: 'name', names }, size, timeoutMs: 5_000, dryRun: 'none' } as const
    const outcomes = await resizeNodes(world, asked)
    expect(outcomes.map(({ outcome }) => outcome.failure)).toEqual(names.map(() => undefined))
  }
const linux = { by: 'label', selector: 'kubernetes.io/os=linux' } as const
const resizeBy = (nodes: NodeSelection, cordon?: 'without cordon') => async (world: InProcess) => {
  await resizeNodes(world, { nodes, size: two, timeoutMs: 5_000, dryRun: 'none', noCordon: cordon !== undefined })
}
const install = async ({ cluster }: InProcess) => {
  const options = { namespace: 'kube-system', image: 'pause', allNodes: undefined }
  await applyInstall(cluster, { plan: await planInstall(cluster, options, limits), dryRun: 'none' }, limits)
}
const untilReady = ({ cluster, clock }: InProcess) =>
  balloonsReady(
    { cluster, clock, collections: cluster.collections, report: () => undefined, notice: () => undefined },
    60_000,
    limits,
  )
function withStarting(): InProcess {
  const world = clusterOf(...three)
  world.sandbox.kubeletDelay(10_000)
  installNow(world)
  return world
}
const doctor =
  (...names: string[]) =>
  ({ cluster }: InProcess) =>
    diagnoseSizing({ cluster }, names, limits)
const upgrade = async (world: InProcess) => {
  const desired = { namespace: 'kube-system', image: 'new', allNodes: undefined, version: '0.2.0' }
  const plan = await planUpgrade(world.cluster, desired, limits)
  await applyUpgrade(world, { plan, dryRun: 'none', timeoutMs: 5_000 }, limits)
}
const uninstall = async (world: InProcess) => {
  const plan = await planUninstall(world.cluster, limits)
  await applyUninstall(world, { plan, dryRun: 'none', timeoutMs: 5_000 }, limits)
}

const autoscaleTo = (cpu: bigint) => async (world: InProcess) => {
  expect(await autoscale(world, new Machine(), { cpu })).toMatchObject({
    outcome: expect.stringMatching(/changed|resized/),
  })
}
async function withMachine(): Promise<InProcess> {
  const world = withBalloons()
  await autoscaleTo(2000n)(world)
  return world
}

testRequests([
  ['nodesize get', 4, 1, 3, withBalloons, sizes({})],
  ['nodesize get NODE', 4, 1, 3, withBalloons, sizes({}, 'node-a')],
  ['nodesize get -o wide', 5, 1, 3, withBalloons, sizes(desiredSizes)],
  ['nodesize get NODE -o wide', 5, 1, 3, withBalloons, sizes(desiredSizes, 'node-a')],
  ['nodesize get of 3 nodes', 8, 1, 3, withBalloons, sizes({}, ...nodes)],
  ['nodesize top', 6, 1, 3, withBalloons, sizes(all)],
  ['nodesize top NODE', 6, 1, 3, withBalloons, sizes(all, 'node-a')],
  ['nodesize set', 17, 7, 9, withBalloons, resize(two, 'node-a')],
  ['nodesize set, of many nodes', 17, 7, 9, withManyBalloons, resize(two, 'node-a')],
  ['nodesize set of 3 nodes', 43, 6, 8, withBalloons, resize(two, ...nodes)],
  ['nodesize set -l, of 3 nodes', 39, 7, 11, withBalloons, resizeBy(linux)],
  ['nodesize set --all, of 3 nodes', 37, 6, 10, withBalloons, resizeBy({ by: 'all' })],
  ['nodesize set --no-cordon --all, of 3 nodes', 16, 3, 5, withBalloons, resizeBy({ by: 'all' }, 'without cordon')],
  ['nodesize set, unchanged', 7, 1, 3, withSize, resize(two, 'node-a')],
  ['nodesize set, of a balloon that has the size, but no desired size', 8, 2, 4, withSmallNode, resize(two, 'node-a')],
  ['nodesize reset', 9, 3, 5, withSize, resize(full, 'node-a')],
  ['nodesize reset, without a desired size', 8, 2, 4, withSmallNode, resize(full, 'node-a')],
  ['nodesize autoscale exec, smaller', 34, 13, 19, withBalloons, autoscaleTo(2000n)],
  ['nodesize autoscale exec, larger', 20, 8, 12, withMachine, autoscaleTo(3000n)],
  ['nodesize autoscale exec, unchanged', 6, 1, 3, withMachine, autoscaleTo(2000n)],
  ['nodesize doctor', 35, 3, 5, withBalloons, doctor()],
  ['nodesize doctor NODE', 33, 3, 5, withBalloons, doctor('node-a')],
  ['nodesize doctor, of 503 nodes', 35, 2, 4, withManyBalloons, doctor()],
  ['nodesize install', 67, 5, 9, withoutBalloons, install],
  ['nodesize install, unchanged', 67, 3, 7, withBalloons, install],
  ['nodesize install --wait, ready', 5, 2, 4, withBalloons, untilReady],
  ['nodesize install --wait, starting', 5, 2, 4, withStarting, untilReady],
  ['nodesize uninstall', 54, 7, 9, withSmallNode, uninstall],
  ['nodesize upgrade, of 3 nodes at full size', 115, 21, 27, withBalloons, upgrade],
  ['nodesize upgrade, of 3 nodes, one with a size', 126, 27, 33, withSize, upgrade],
])
