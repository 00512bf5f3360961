import { expect, test } from '@jest/globals'
import { kubeletcfg } from '../commands.ts'
import { newest } from '../versions.ts'
import { configuration, done, dump, globalName, leaveNoDocuments, nodeAName, push } from './documents.ts'

leaveNoDocuments()

const unknown = '  (unknown): the cluster does not show the local configuration of a node\n'

test('delete says where the node looks next: at the global document', async () => {
  await push(configuration('eventBurst: 50'), ['--global'])
  await push(configuration('eventBurst: 60'), ['--node=node-a'])
  expect(await kubeletcfg(['delete', '--node=node-a', '--yes'])).toEqual(
    done(
      `configmap/${nodeAName} deleted\n`,
      `configmap/${nodeAName}: delete; 1 node falls back to the global document\n  eventBurst: 60 → 50\n`,
    ),
  )
})

test('or at its own disk, when there is no global document', async () => {
  await push(configuration('maxPods: 60'), ['--node=node-a'])
  const { stdout } = await kubeletcfg(['delete', '--node=node-a', '--yes', '--output=json'])
  const changes = [{ path: 'maxPods', before: '60' }]
  expect(JSON.parse(stdout)).toMatchObject({
    apiVersion: 'kubeletcfg.dev/v1alpha1',
    kind: 'DeleteReport',
    items: [
      {
        name: nodeAName,
        outcome: 'deleted',
        revision: 1,
        fallback: 'local',
        changes,
        disruption: null,
        steps: null,
        nodes: ['node-a'],
      },
    ],
  })
})

test('a global document that the kubelet would refuse is not fallen back to, unless somebody says so', async () => {
  await push(configuration('maxPods: -1'), ['--global', '--skip-validation'])
  await push(configuration('maxPods: 60'), ['--node=node-a', '--skip-validation', '--accept-risk=drain'])
  const before = await dump()
  expect(await kubeletcfg(['delete', '--node=node-a', '--yes'])).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(
      new RegExp(`^error: configmap/global-kubelet-configuration: 1 problem for kubelet ${newest}\n.* V25 `, 'm'),
    ),
  })
  expect(await dump()).toEqual(before)
  const { stdout } = await kubeletcfg(['list', '--output=json'])
  expect(JSON.parse(stdout).items[0]).toMatchObject({ unusableOn: [{ kubernetesVersion: newest, nodes: ['node-b'] }] })
  const ran = await kubeletcfg(['delete', '--node=node-a', '--yes', '--skip-validation'])
  expect(ran).toMatchObject({ exit: 0, stdout: `configmap/${nodeAName} deleted\n` })
})

test('revisions go on where they were when a document comes back', async () => {
  await push(configuration('maxPods: 50'), ['--node=node-a'])
  await push(configuration('maxPods: 60'), ['--node=node-a'])
  await kubeletcfg(['delete', '--node=node-a', '--yes'])
  expect(await push(configuration('maxPods: 70'), ['--node=node-a'])).toMatchObject({
    stdout: `configmap/${nodeAName} created (revision 3)\n`,
  })
  expect(await push(configuration('maxPods: 70'), ['--global'])).toMatchObject({
    stdout: `configmap/${globalName} created (revision 1)\n`,
  })
})

test('to delete what is not there is done already, and asks nothing', async () => {
  const before = await dump()
  expect(await kubeletcfg(['delete', '--node=node-a'])).toEqual(
    done(`configmap/${nodeAName} not found, nothing to delete\n`),
  )
  expect(await dump()).toEqual(before)
})

test('without a terminal a delete is refused, with the command that would do it', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  const before = await dump()
  expect(await kubeletcfg(['delete', '--global'])).toEqual({
    stdout: '',
    stderr: `configmap/${globalName}: delete; 2 nodes fall back to local configuration (on-disk file or flags)\n  maxPods: 50 → (unknown)\n${unknown}error: nothing was changed: there is no terminal to ask for confirmation\nhint: to continue, add --yes: kubeletcfg delete --global --yes\n`,
    exit: 5,
  })
  expect(await dump()).toEqual(before)
})
