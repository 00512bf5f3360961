import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import { executable } from './executable.ts'
import {
  agentUnit,
  configz,
  installAgents,
  kubeletStarts,
  removeManifests,
  reportOf,
  store,
  unstore,
  untilPhase,
} from './installed-agent.ts'
import { configPath, healthz } from './kubelet-run.ts'
import { filesOf } from './node-files.ts'
import { pidsOn, startPods } from './pods.ts'

let kubeadm: string
let k3s: string

beforeAll(async () => {
  const [one, other] = await Promise.all([makeNode({ layout: 'kubeadm' }), makeNode({ layout: 'k3s' })])
  kubeadm = one.name
  k3s = other.name
}, 120_000)

afterAll(async () => {
  await unstore(kubeadm)
  await removeNodes()
  await removeManifests()
})

test('a node is as it was before, after its agent has applied a document and gone', async () => {
  await startPods(kubeadm)
  const [files, own, pids] = [await filesOf(kubeadm), await onNode(kubeadm, ['cat', configPath]), await pidsOn(kubeadm)]
  await installAgents([kubeadm])
  await store(kubeadm, withFields(own, 'containerLogMaxFiles: 60'))
  await untilPhase(kubeadm, 'Good')
  expect((await configz(kubeadm))['containerLogMaxFiles']).toBe(60)
  const starts = await kubeletStarts(kubeadm)
  await onNode(kubeadm, [await executable(), 'agent', 'uninstall', '--yes'])
  expect(await filesOf(kubeadm)).toEqual(files)
  expect((await configz(kubeadm))['containerLogMaxFiles']).toBe(5)
  expect(await kubeletStarts(kubeadm)).toBe(starts + 1)
  expect(await pidsOn(kubeadm)).toEqual(pids)
  expect(await reportOf(kubeadm)).toBeUndefined()
  expect(await onNode(kubeadm, ['systemctl', 'list-unit-files', '--no-legend', `${agentUnit}*`]).catch(() => '')).toBe(
    '',
  )
}, 180_000)

test('k3s, whose process is more than a kubelet, is refused, and nothing is left behind', async () => {
  const files = await filesOf(k3s)
  const install = [
    await executable(),
    'agent',
    'install',
    '--kubeconfig=/var/lib/rancher/k3s/agent/kubelet.kubeconfig',
    '--yes',
  ]
  await expect(onNode(k3s, install)).rejects.toThrow(/k3s/)
  expect(await filesOf(k3s)).toEqual(files)
  expect(await healthz(k3s)).toBe('ok')
})
