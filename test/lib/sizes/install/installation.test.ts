import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { configMapPath, podPath } from '../../../../src/lib/api/kinds.ts'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import type { DryRun } from '../../../../src/lib/ports/limits.ts'
import { bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import { planInstall } from '../../../../src/lib/sizes/install/install.ts'
import { applyInstall } from '../../../../src/lib/sizes/install/install-apply.ts'
import { applyUninstall, planUninstall } from '../../../../src/lib/sizes/install/uninstall.ts'
import { installObjects } from '../../../../src/lib/sizes/manifests/manifests.ts'
import { labelledNodes } from '../../../../src/lib/sizes/model/installation.ts'
import { survey } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, forbidden, limits } from '../../cluster/clusters.ts'
import { balloonOf, giveBalloon, install as installNow, keepDesired } from '../resize/balloons.ts'
import { failing } from '../resize/four-cores.ts'

const namespace = 'kube-system'
/** What install creates. */
const kinds = installObjects({ namespace, image: 'pause', nodeSelector: labelledNodes, createNamespace: 'no' }).map(
  ({ kind }) => kind,
)
const held = { cpu: '2', memory: '1Gi' }
let world: InProcess

beforeEach(() => {
  world = clusterOf({})
})
afterEach(() => world[Symbol.dispose]())

async function install(where = namespace, dryRun: DryRun = 'none'): Promise<readonly string[]> {
  const cluster = world.connect({ namespace: where })
  const plan = await planInstall(cluster, { namespace: where, image: undefined, allNodes: undefined }, limits)
  await applyInstall(cluster, { plan, dryRun }, limits)
  return plan.steps.map(({ action, object: { kind } }) => `${action} ${kind}`)
}

async function uninstall(dryRun: DryRun = 'none', where = namespace): Promise<readonly string[]> {
  const cluster = world.connect({ namespace: where })
  const plan = await planUninstall(cluster, limits)
  await applyUninstall({ cluster, clock: world.clock }, { plan, dryRun, timeoutMs: 5_000 }, limits)
  return plan.remove.map(({ kind }) => kind)
}

const states = async () => (await survey(world.cluster, { by: 'all' }, limits)).sizes.map(({ state }) => state)
const finalizers = (names: readonly string[] | null) => {
  const { name } = balloonOf(world).metadata
  const body = { metadata: { finalizers: names } }
  world.asAdmin({ method: 'PATCH', path: podPath(namespace, name), contentType: 'application/merge-patch+json', body })
}
const isThere = async (object: ObjectBody) => (await world.cluster.objects.read(object, limits)) !== undefined

describe('install', () => {
  test('makes what there is not, and nothing when it is run again', async () => {
    expect(await install()).toEqual(kinds.map((kind) => `create ${kind}`))
    world.sandbox.advance(1_000)
    expect(await states()).toEqual(['Ready'])
    expect(await install()).toEqual(kinds.map((kind) => `unchanged ${kind}`))
  })
  test('keeps the desired sizes that are stored', async () => {
    installNow(world)
    keepDesired(world, 'node-a', '{"cpu":"1"}')
    expect(await install()).toEqual(kinds.map((kind) => `unchanged ${kind}`))
    world.asAdmin({ method: 'DELETE', path: configMapPath(namespace, bucketOf('node-b')) })
    expect((await install()).filter((done) => done !== 'unchanged ConfigMap')).toContain('create ConfigMap')
    expect((await world.cluster.desiredSizes.read('node-a', limits))?.desiredSizes.get('node-a')?.text).toBe(
      '{"cpu":"1"}',
    )
  })
  test('goes on where it was interrupted, and names the object that it stopped at', async () => {
    world.mishap = ({ method, path, query }) =>
      method === 'PATCH' && path.endsWith('/clusterroles/nodesize-operator') && query?.['dryRun'] === undefined
        ? forbidden('attempting to grant RBAC permissions not currently held')
        : undefined
    const subject = expect.objectContaining({ kind: 'ClusterRole', name: 'nodesize-operator' })
    await expect(install()).rejects.toEqual(failing('refused', { reason: 'InstallInterrupted', subject }))
    world.mishap = () => undefined
    const missing = [kinds.indexOf('ClusterRole'), kinds.indexOf('DaemonSet')]
    expect(await install()).toEqual(kinds.map((kind, i) => `${missing.includes(i) ? 'create' : 'unchanged'} ${kind}`))
  })
  test.each(['kube-system', 'ops'])('in a dry run stores nothing in namespace %s', async (where) => {
    await install(where, 'server')
    const made = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'nodesize-balloon' } }
    const room = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } }
    expect([await isThere(made), await isThere(room)]).toEqual([false, false])
  })
})

describe('uninstall', () => {
  test('gives nodes their size back, and leaves nothing', async () => {
    installNow(world)
    giveBalloon(world, held)
    expect(await uninstall()).toEqual(kinds.toReversed())
    expect(await states()).toEqual(['NotManaged'])
    expect(await uninstall()).toEqual([])
  })
  test('removes the namespace that install made', async () => {
    await install('ops')
    expect(await uninstall('none', 'ops')).toContain('Namespace')
    world.sandbox.advance(10_000)
    expect(await isThere({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })).toBe(false)
  })
  test('in a dry run removes nothing', async () => {
    installNow(world)
    expect(await uninstall('server')).toHaveLength(kinds.length)
    expect(await states()).toEqual(['Ready'])
  })
  test('waits for the balloons, and removes the rest when it is run again', async () => {
    installNow(world)
    finalizers(['example.com/slow'])
    await expect(uninstall()).rejects.toEqual(failing('timeout', { reason: 'BalloonsLeft' }))
    finalizers(null)
    expect(await uninstall()).toEqual(kinds.toReversed().filter((kind) => kind !== 'DaemonSet'))
  })
})
