import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { nodesize } from '../commands.ts'
import { kubectlJson } from '../kubectl.ts'
import { balloonPods, untilSettled } from '../nodesize/balloons.ts'
import { image, labelNodes, ownObjects, removeInstallations, unlabelNodes } from '../nodesize/installation.ts'
import { sizeOf } from '../nodesize/sizes.ts'
import { keepWorkloadsStanding } from '../nodesize/standing.ts'
import { releaseOfCluster } from '../release.ts'
import { releases } from '../versions.ts'

keepWorkloadsStanding()

beforeAll(() => labelNodes('node-a', 'node-b'))
afterAll(async () => {
  await unlabelNodes('node-a', 'node-b')
  await removeInstallations()
})

interface Node {
  readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } }
}

test('server and kubelets are of the release', async () => {
  const version = `v${releases[releaseOfCluster()]}`
  const { serverVersion } = await kubectlJson<{ serverVersion: { gitVersion: string } }>(['version'])
  const { items } = await kubectlJson<{ items: Node[] }>(['get', 'nodes', 'node-a', 'node-b'])
  const kubelets = items.map(({ status }) => status.nodeInfo.kubeletVersion)
  expect([serverVersion.gitVersion, ...kubelets]).toEqual([version, version, version])
})

test('install gives each node a balloon, a second one changes nothing, and uninstall takes all of it away', async () => {
  expect(await nodesize(['install', image, '--wait'])).toMatchObject({ exit: 0 })
  await untilSettled('node-a', 'node-b')
  const before = await ownObjects()
  const again = await nodesize(['install', image])
  expect(again).toMatchObject({ exit: 0, stdout: expect.not.stringMatching(/created|configured/) })
  expect(await ownObjects()).toEqual(before)

  expect(await nodesize(['set', 'node-a', '--cpu', '50%'])).toMatchObject({ exit: 0 })
  const { balloon } = await sizeOf('node-a')
  const ran = await nodesize(['uninstall', '--yes'])
  expect(ran).toMatchObject({ exit: 0 })
  expect(ran.stderr).toContain(`capacity that will be returned:\n  node/node-a: ${balloon.cpu}/${balloon.memory}\n`)
  expect(await balloonPods()).toEqual([])
  expect(await ownObjects()).toEqual([])
})
