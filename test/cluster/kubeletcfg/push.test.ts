import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import {
  configMap,
  configuration,
  done,
  globalName,
  leaveNoDocuments,
  nodeAName,
  patchConfigMap,
  push,
  unapplied,
} from './documents.ts'

leaveNoDocuments()

const digest = /^v1:sha256:[0-9a-f]{64}$/
const digestOf = async (name: string) => (await configMap(name)).metadata.annotations?.['kubeletcfg.dev/digest']

test('a push creates a ConfigMap that tells who, when, why and what', async () => {
  const before = Date.now()
  expect(await push(configuration('maxPods: 50'), ['--global', '--message=fewer pods'])).toEqual(
    done(
      `configmap/${globalName} created (revision 1)\n`,
      `${unapplied.both}configmap/${globalName}: create for 2 nodes\n  maxPods: (unset) → 50\n`,
    ),
  )
  const { data, metadata } = await configMap(globalName)
  expect(data).toEqual({ kubelet: configuration('maxPods: 50') })
  expect(metadata.annotations).toEqual({
    'kubeletcfg.dev/digest': expect.stringMatching(digest),
    'kubeletcfg.dev/revision': '1',
    'kubeletcfg.dev/by': 'admin',
    'kubeletcfg.dev/at': expect.any(String),
    'kubeletcfg.dev/message': 'fewer pods',
  })
  const at = Date.parse(metadata.annotations?.['kubeletcfg.dev/at'] ?? '')
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('the next push counts on, and takes away the message of the last', async () => {
  await push(configuration('maxPods: 50', 'podPidsLimit: 100'), ['--node=node-a', '--message=first'])
  const first = await configMap(nodeAName)

  expect(await push(configuration('maxPods: 60'), ['--node=node-a'])).toEqual(
    done(
      `configmap/${nodeAName} updated (revision 2)\n`,
      `${unapplied.one}configmap/${nodeAName}: update for 1 node\n  maxPods: 50 → 60\n  podPidsLimit: 100 → -1\n`,
    ),
  )
  const { data, metadata } = await configMap(nodeAName)
  expect(data).toEqual({ kubelet: configuration('maxPods: 60') })
  expect(metadata.annotations).toMatchObject({ 'kubeletcfg.dev/revision': '2' })
  expect(metadata.annotations).not.toHaveProperty(['kubeletcfg.dev/message'])
  expect(metadata.annotations?.['kubeletcfg.dev/digest']).not.toBe(
    first.metadata.annotations?.['kubeletcfg.dev/digest'],
  )
})

test('a push of the same bytes writes nothing, and asks nothing', async () => {
  await push(configuration('maxPods: 50'), ['--global', '--message=first'])
  const before = await configMap(globalName)
  const args = ['push', '--filename=-', '--global', '--message=second']
  expect(await kubeletcfg(args, { input: configuration('maxPods: 50') })).toEqual(
    done(
      `configmap/${globalName} unchanged (revision 1)\n`,
      `configmap/${globalName} is unchanged, so the message is not stored\n${unapplied.both}`,
    ),
  )
  expect(await configMap(globalName)).toEqual(before)
})

test('a comment and another spelling are stored, and have no effect', async () => {
  await push(configuration('syncFrequency: 60s'), ['--global'])
  const before = await digestOf(globalName)
  expect(await push(configuration('# once a minute', 'syncFrequency: 1m'), ['--global'])).toEqual(
    done(
      `configmap/${globalName} updated, no effect on the kubelet (revision 2)\n`,
      `${unapplied.both}configmap/${globalName}: update for 2 nodes, no effect on the kubelet\n`,
    ),
  )
  expect((await configMap(globalName)).data).toEqual({ kubelet: configuration('# once a minute', 'syncFrequency: 1m') })
  expect(await digestOf(globalName)).toBe(before)
})

test('several nodes get a document each, and those who have it already keep it', async () => {
  await push(configuration('maxPods: 50'), ['--node=node-a'])
  const { stdout, exit } = await push(configuration('maxPods: 50'), ['--node=node-a', '--node=node-b'])
  expect({ stdout, exit }).toEqual({
    stdout: `configmap/${nodeAName} unchanged (revision 1)\nconfigmap/node-b-kubelet-configuration created (revision 1)\n`,
    exit: 0,
  })
  expect(await digestOf('node-b-kubelet-configuration')).toBe(await digestOf(nodeAName))
})

test('a global push counts only the nodes without a document of their own', async () => {
  await push(configuration('maxPods: 50'), ['--node=node-a'])
  const { stdout } = await push(configuration('maxPods: 60'), ['--global', '--output=json'])
  expect(JSON.parse(stdout)).toMatchObject({
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'PushReport',
    dryRun: 'none',
    items: [{ name: globalName, outcome: 'created', effect: 'changes', revision: 1, nodes: ['node-b'], error: null }],
  })
})

test('a node that is not there yet can have a document', async () => {
  expect(await push(configuration('maxPods: 50'), ['--node=node-z', '--allow-unknown-node'])).toEqual(
    done(
      'configmap/node-z-kubelet-configuration created (revision 1)\n',
      'warning: node/node-z does not exist\nconfigmap/node-z-kubelet-configuration: create for 0 nodes\n  maxPods: (unset) → 50\n',
    ),
  )
})

test('an update leaves alone what others keep in the ConfigMap', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await patchConfigMap(globalName, {
    metadata: { labels: { team: 'nodes' }, annotations: { 'example.com/ticket': '7' } },
    data: { README: 'ours' },
    binaryData: { logo: 'AAH/' },
  })
  await push(configuration('maxPods: 60'), ['--global'])

  const { data, binaryData, metadata } = await configMap(globalName)
  expect(data).toEqual({ README: 'ours', kubelet: configuration('maxPods: 60') })
  expect(binaryData).toEqual({ logo: 'AAH/' })
  expect(metadata.labels).toEqual({ team: 'nodes' })
  expect(metadata.annotations).toMatchObject({ 'example.com/ticket': '7', 'kubeletcfg.dev/revision': '2' })
})

test('a push heals a document whose key is in binaryData', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  await patchConfigMap(globalName, { data: { kubelet: null }, binaryData: { kubelet: 'AAH/' } })
  expect(await push(configuration('maxPods: 50'), ['--global'])).toMatchObject({ exit: 0 })
  const { data, binaryData } = await configMap(globalName)
  expect({ data, binaryData }).toEqual({ data: { kubelet: configuration('maxPods: 50') }, binaryData: undefined })
})
