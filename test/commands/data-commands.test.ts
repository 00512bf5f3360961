import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'data-commands-'))
const file = (name: string, body: string): string => {
  writeFileSync(join(folder, name), header + body)
  return join(folder, name)
}
const own = file(
  'own.yaml',
  'maxPods: 200\nimageGCHighThresholdPercent: 101\nstaticPodURLHeader: {Authorization: [secret]}\n',
)
const kubeadm = join(folder, 'kubeadm.yaml')
writeFileSync(
  kubeadm,
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.33.2\n---\n${header}`,
)
const ignored = file('ignored.yaml', 'maxPodz: 50\nMaxPods: 50\neventBurst: 7\neventBurst: 7\n')
const broken = file('broken.yaml', 'maxPods: many\n')

test.each([
  ['defaults/filled', 0, ['defaults', '-f', own, '--kubernetes-version=1.36']],
  ['defaults/json', 0, ['defaults', '--kubernetes-version=1.28', '-o', 'json']],
  ['defaults/ignored', 0, ['defaults', '-f', ignored, '--kubernetes-version=1.36']],
  ['defaults/broken', 3, ['defaults', '-f', broken]],
  ['gates/wide', 0, ['gates', 'NodeSwap', 'GracefulNodeShutdownBasedOnPodPriority', '-o', 'wide']],
  ['gates/since', 0, ['gates', '--since=1.36', '-o', 'wide']],
  ['gates/since-json', 0, ['gates', 'SidecarContainers', 'MemoryQoS', '--since=1.36', '-o', 'json']],
  ['gates/unknown', 3, ['gates', 'NodeSwop']],
  ['explain/tree', 0, ['explain', '--kubernetes-version=1.36']],
  ['explain/tree-json', 0, ['explain', '--kubernetes-version=1.36', '-o', 'json']],
  ['explain/field-json', 0, ['explain', 'cpuManagerPolicy', '-o', 'json']],
  ['explain/gate-json', 0, ['explain', 'featureGates.UserNamespacesHostNetworkSupport', '-o', 'json']],
  ['explain/no-gate', 3, ['explain', 'featureGates.NodeSwop']],
  ['explain/wrong', 3, ['explain', 'maxpods']],
])('%s', async (name, expected, [command = '', ...args]) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', command, ...args])
  expectGolden(`${stdout}${stderr}`.replaceAll(`${folder}/`, ''), `${name}.txt`)
  expect(exit).toBe(expected)
})

test.each([
  [['--max-pods'], 0, /^maxPods: /],
  [['--max-pods', '-o', 'json'], 0, /"path": "maxPods"/],
  [
    ['--network-plugin'],
    3,
    /^error: no field replaces the flag --network-plugin\nhint: it was removed in 1\.24\nhint: the container/,
  ],
  [['--max-pdos'], 3, /^error: no field 'max-pdos'\nhint: did you mean maxPods, the field of --max-pods\?\n/],
  [['KubeletConfiguration'], 0, /^kind +string\n/],
  [['.'], 0, /^kind +string\n/],
])('explain %j exits %d', async (args, expected, said) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'explain', ...args])
  expect(`${stdout}${stderr}`).toMatch(said)
  expect(exit).toBe(expected)
})

test('schema prints the draft and the release that were asked for', async () => {
  const { stdout, exit } = await runHosted(['kubeletcfg', 'schema', '--kubernetes-version=1.35', '--draft=draft-07'])
  expect(JSON.parse(stdout)).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://kubeletcfg.dev/schemas/kubelet/1.35/draft-07.json',
    title: 'KubeletConfiguration of kubelet 1.35',
    properties: {
      apiVersion: { enum: ['kubelet.config.k8s.io/v1beta1'] },
      maxPods: { minimum: 0, default: 110 },
      cgroupDriver: { examples: ['cgroupfs', 'systemd'] },
    },
  })
  expect(exit).toBe(0)
})

test('defaults of a file that stops the kubelet tell the first reason, and how many there are', async () => {
  const stopping = file('stopping.yaml', 'featureGates: {Nope: true, Nay: true}\nmaxPods: -1\n')
  const { stderr, exit } = await runHosted(['kubeletcfg', 'defaults', '-f', stopping, '--kubernetes-version=1.36'])
  expect(stderr.replaceAll(`${folder}/`, '')).toMatch(
    /^warning: kubelet 1\.36 does not start with it: stopping\.yaml:3:16: error V01 .*Nope.*; and 2 more, see kubeletcfg validate\n$/,
  )
  expect(exit).toBe(0)
})

test('defaults are those of the release that a file for kubeadm names', async () => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'defaults', '-f', kubeadm, '-o', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ kubernetesVersion: '1.33' })
  expect([stderr, exit]).toEqual([`${kubeadm}:3:20: kubernetesVersion is 'v1.33.2': checked for kubelet 1.33\n`, 0])
})
