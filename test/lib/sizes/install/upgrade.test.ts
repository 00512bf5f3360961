import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { podPath } from '../../../../src/lib/api/kinds.ts'
import type { Limits } from '../../../../src/lib/ports/limits.ts'
import type { InstallRequest } from '../../../../src/lib/sizes/install/install.ts'
import { planUpgrade } from '../../../../src/lib/sizes/install/upgrade.ts'
import { applyUpgrade } from '../../../../src/lib/sizes/install/upgrade-apply.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { limits } from '../../cluster/clusters.ts'
import { balloonOf, bindPod, clusterWithBalloons, giveBalloon, resizeNodes } from '../resize/balloons.ts'

let world: InProcess

beforeEach(() => {
  world = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b' })
})
afterEach(() => world[Symbol.dispose]())

const desired: InstallRequest = { namespace: 'kube-system', image: 'new', allNodes: undefined, version: '0.2.0' }
const plan = (changes: Partial<InstallRequest> = {}) => planUpgrade(world.cluster, { ...desired, ...changes }, limits)
async function upgrade({ changes = {}, its = limits, timeoutMs = 5_000 }: Run = {}) {
  const nodes = await applyUpgrade(world, { plan: await plan(changes), dryRun: 'none', timeoutMs }, its)
  return nodes.map(({ node, outcome }) => [node, outcome?.value?.outcome ?? outcome?.failure?.fact.reason])
}
interface Run {
  readonly changes?: Partial<InstallRequest>
  readonly its?: Limits
  readonly timeoutMs?: number
}
const half = async () => {
  const size = { cpu: parseSize('cpu', '2') }
  await resizeNodes(world, { nodes: { by: 'name', names: ['node-a'] }, size, timeoutMs: 5_000, dryRun: 'none' })
}
const balloon = (node: string) => {
  const { metadata, spec } = balloonOf(world, node)
  const [container] = spec.containers
  const { image, resources } = container as unknown as { image: string; resources: { requests: { cpu: string } } }
  return { uid: metadata.uid, image, cpu: resources.requests.cpu }
}
const scheduling = async (node: string) => {
  const found = (await world.cluster.nodes.read(node, limits))!
  return [found.scheduling.unschedulable, Object.keys(found.annotations)]
}
const stored = async () =>
  (await world.cluster.desiredSizes.list(limits)).flatMap(({ desiredSizes }) =>
    [...desiredSizes.values()].map(({ text }) => JSON.parse(text)),
  )
const isDelete = ({ method, path }: { method: string; path: string }) => method === 'DELETE' && path.includes('/pods/')

test('balloons are replaced node by node, and keep their sizes', async () => {
  await half()
  const before = ['node-a', 'node-b'].map((node) => balloon(node).uid)
  const cordoned: unknown[] = []
  world.mishap = (call) => {
    if (isDelete(call)) void scheduling('node-a').then((found) => cordoned.push(found[0]))
    return undefined
  }
  expect(await upgrade()).toEqual([
    ['node-a', 'upgraded'],
    ['node-b', 'upgraded'],
  ])
  expect(balloon('node-a')).toEqual({ uid: expect.not.stringMatching(before[0]!), image: 'new', cpu: '2' })
  expect(balloon('node-b')).toEqual({ uid: expect.not.stringMatching(before[1]!), image: 'new', cpu: '1m' })
  expect(cordoned).toEqual([true, false])
  expect(await scheduling('node-a')).toEqual([false, []])
  expect((await plan()).replacements).toEqual([])
})

test('a size that is not stored is stored before its balloon is deleted', async () => {
  giveBalloon(world, { cpu: '3', memory: '16Mi' })
  let atDeletion: unknown
  world.mishap = (call) => {
    if (isDelete(call)) void stored().then((found) => (atDeletion ??= found))
    return undefined
  }
  await upgrade()
  expect(atDeletion).toEqual([expect.objectContaining({ cpu: '1', message: 'stored by nodesize upgrade' })])
  expect(balloon('node-a').cpu).toBe('3')
})

test('nothing is replaced when the template is the same, and the version is noted', async () => {
  const { replacements, install: planned } = await plan({ image: undefined })
  expect(replacements).toEqual([])
  expect(planned.steps.filter(({ action }) => action !== 'unchanged').map(({ object }) => object.kind)).toEqual([
    'DaemonSet',
  ])
  expect(await upgrade({ changes: { image: undefined } })).toEqual([])
  expect((await plan({ image: undefined })).installed.version).toBe('0.2.0')
})

test('it continues where another run ended', async () => {
  await half()
  const aborted = new AbortController()
  world.mishap = (call) => {
    if (isDelete(call)) aborted.abort()
    return undefined
  }
  await upgrade({ its: { signal: aborted.signal } })
  expect(balloon('node-a')).toMatchObject({ image: 'new', cpu: '2' })
  expect(await scheduling('node-a')).toEqual([false, []])
  world.mishap = () => undefined
  expect(await upgrade()).toEqual([['node-b', 'upgraded']])
})

describe('a version', () => {
  beforeEach(() => upgrade({ changes: { version: '0.3.0' } }))

  test('that is older is refused, unless it is allowed', async () => {
    const fact = {
      reason: 'InstallRefused',
      problems: [{ reason: 'InstalledByNewer', installed: '0.3.0', own: '0.2.0' }],
    }
    await expect(plan()).rejects.toMatchObject({ code: 'refused', fact })
    expect((await plan({ allowDowngrade: true })).installed.version).toBe('0.3.0')
  })
})

test('a node that cannot be upgraded now is left as it is, and the others are upgraded', async () => {
  bindPod(world, { name: 'web', cpu: '3', memory: '1Gi' })
  giveBalloon(world, { cpu: '2', memory: '16Mi' })
  const before = balloon('node-a')
  expect(await upgrade()).toEqual([
    ['node-a', 'ResizeDeferred'],
    ['node-b', 'upgraded'],
  ])
  expect(balloon('node-a')).toEqual(before)
})

test('no further node is touched after a balloon that does not come back', async () => {
  await half()
  world.sandbox.kubeletDelay(60_000)
  const before = balloon('node-b')
  expect(await upgrade({ timeoutMs: 2_000 })).toEqual([
    ['node-a', 'BalloonNotReplaced'],
    ['node-b', 'NotTried'],
  ])
  expect(balloon('node-b')).toEqual(before)
  expect(await stored()).toHaveLength(1)
})

test('nothing is upgraded where nothing is installed', async () => {
  world.asAdmin({ method: 'DELETE', path: '/apis/apps/v1/namespaces/kube-system/daemonsets/nodesize-balloon' })
  await expect(plan()).rejects.toMatchObject({ code: 'refused', fact: { reason: 'NothingToUpgrade' } })
})

test('a balloon that somebody has replaced meanwhile is not deleted', async () => {
  const planned = await plan()
  world.asAdmin({ method: 'DELETE', path: podPath('kube-system', balloonOf(world, 'node-a').metadata.name) })
  world.sandbox.advance(1_000)
  const { uid } = balloon('node-a')
  const nodes = await applyUpgrade(world, { plan: planned, dryRun: 'none', timeoutMs: 5_000 }, limits)
  expect(nodes.map(({ outcome }) => outcome?.value?.outcome)).toEqual(['gone', 'upgraded'])
  expect(balloon('node-a').uid).toBe(uid)
})
