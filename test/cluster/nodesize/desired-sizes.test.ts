import { afterEach, describe, expect, test } from '@jest/globals'
import { defaultNamespace, desired } from '../../../src/lib/names.ts'
import { bucketOf } from '../../../src/lib/sizes/desired/size-bucket.ts'
import { nodesize } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'
import type { NodeName } from '../machine/nodes.ts'
import { cpuShare } from './allocatable.ts'
import { balloonOf, least, replaceBalloon, requestsOf } from './balloons.ts'
import { image, keepInstalled } from './installation.ts'
import { sizeOf } from './sizes.ts'

keepInstalled()

const inNamespace = `--namespace=${defaultNamespace}`
const bucket = (node: NodeName): readonly string[] => ['configmap', bucketOf(node), inNamespace]

/** The text that is stored for a node. */
async function textOf(node: NodeName): Promise<string | undefined> {
  const { data = {} } = await kubectlJson<{ data?: Record<string, string> }>(['get', ...bucket(node)])
  return data[node]
}

const desiredOf = async (node: NodeName): Promise<Record<string, string>> => JSON.parse((await textOf(node)) ?? '{}')

/** Somebody edits it. */
const edit = (node: NodeName, text: string | null) =>
  kubectl(['patch', ...bucket(node), '--type=merge', `--patch=${JSON.stringify({ data: { [node]: text } })}`])

test('a size outlives its balloon, another install, and is forgotten with reset', async () => {
  expect(await nodesize(['set', 'node-a', '--cpu', '50%'])).toMatchObject({ exit: 0, stderr: '' })
  const stored = await textOf('node-a')
  expect(JSON.parse(stored ?? '')).toMatchObject({ cpu: await cpuShare('node-a', 50n), hold: 'size', by: 'admin' })
  await replaceBalloon('node-a')
  expect(requestsOf(await balloonOf('node-a'))).toEqual(least)
  expect(await nodesize(['install', image])).toMatchObject({ exit: 0 })
  expect(await textOf('node-a')).toBe(stored)
  expect(await nodesize(['reset', 'node-a'])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('stored: cpu 1'),
  })
  expect(await textOf('node-a')).toBeUndefined()
})

test('of several who set a node at the same time, the desired size is of the one whose size it has', async () => {
  const shares = ['40%', '50%', '60%', '70%']
  const ran = await Promise.all(shares.map((share) => nodesize(['set', 'node-a', '--cpu', share, '--no-cordon'])))
  expect(ran.map(({ exit }) => exit).filter((exit) => exit !== 0 && exit !== 4)).toEqual([])
  expect(ran.filter(({ exit }) => exit === 0)).not.toEqual([])
  expect((await desiredOf('node-a'))['cpu']).toBe((await sizeOf('node-a')).size.cpu)
})

test('a resize that does not fit leaves the desired size as it was', async () => {
  await nodesize(['set', 'node-a', '--cpu', '60%'])
  const stored = await textOf('node-a')
  expect(await nodesize(['set', 'node-a', '--cpu', '1m'])).toMatchObject({ exit: 5 })
  expect(await textOf('node-a')).toBe(stored)
})

describe('nonsense', () => {
  afterEach(() => edit('node-b', null))

  test('stays where it is, and does not concern other nodes; to set that node replaces it, which is said', async () => {
    await edit('node-b', 'cpu: 4')
    expect(await nodesize(['set', 'node-a', '--cpu', '50%'])).toMatchObject({ exit: 0, stderr: '' })
    expect(await textOf('node-b')).toBe('cpu: 4')
    const ran = await nodesize(['set', 'node-b', '--cpu', '50%', '--hold', 'balloon'])
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('could not be read, and was replaced') })
    expect(await desiredOf('node-b')).toMatchObject({ hold: 'balloon' })
  })
})

describe('somebody who has only the role nodesize-operator', () => {
  const binding = 'test-desired-sizes'
  afterEach(async () => {
    await kubectl(['delete', 'clusterrolebinding', binding])
  })

  test('stores sizes, and can neither create ConfigMaps nor change others', async () => {
    await kubectl(['create', 'clusterrolebinding', binding, '--clusterrole=nodesize-operator', '--user=viewer'])
    const viewer = { kubeconfig: await writeKubeconfig({ user: 'viewer' }) }
    expect(await nodesize(['set', '--all', '--yes', '--no-cordon', '--cpu', '50%'], viewer)).toMatchObject({ exit: 0 })
    expect([(await desiredOf('node-a'))['by'], (await desiredOf('node-b'))['by']]).toEqual(['viewer', 'viewer'])
    const document = ['create', 'configmap', 'node-a-kubelet-configuration', inNamespace, '--from-literal=kubelet=x']
    await expect(kubectl(document, viewer)).rejects.toThrow('cannot create resource "configmaps"')
    const mayPatch = (name: string) => kubectl(['auth', 'can-i', 'patch', `configmap/${name}`, inNamespace], viewer)
    expect(await mayPatch(bucketOf('node-b'))).toContain('yes')
    await expect(mayPatch('kube-root-ca.crt')).rejects.toThrow('auth can-i')
    await expect(kubectl(['delete', ...bucket('node-a')], viewer)).rejects.toThrow(
      'cannot delete resource "configmaps"',
    )
    await expect(kubectl(['get', 'configmaps', inNamespace], viewer)).rejects.toThrow('cannot list resource')
  })
})

test('without the ConfigMaps a node is resized all the same, and a warning says that it will not last', async () => {
  await kubectl(['delete', 'configmap', inNamespace, `--selector=${desired.label.key}=${desired.label.value}`])
  const ran = await nodesize(['set', 'node-a', '--cpu', '50%'])
  await nodesize(['install', image])
  expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('resized') })
  expect(ran.stderr).toContain('namespace kube-system has no place to store it (nodesize install adds it)')
})
