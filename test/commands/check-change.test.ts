import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'check-change-'))

const file = (name: string, body: string): string => {
  writeFileSync(join(folder, name), header + body)
  return join(folder, name)
}

const old = file('old.yaml', 'maxPods: 110\nsystemReserved: {cpu: 500m, memory: 1Gi}\n')
const risky = file('risky.yaml', 'maxPods: 50\ncpuManagerPolicy: static\nsystemReserved: {cpu: 500m, memory: 1Gi}\n')
const harmless = file('harmless.yaml', 'eventBurst: 7\nsystemReserved: {cpu: 500m, memory: 1Gi}\n')
const refused = file('refused.yaml', 'maxPods: 110\ncpuManagerPolicy: static\n')
const kubeadm = join(folder, 'kubeadm.yaml')
writeFileSync(kubeadm, `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n---\n${header}maxPods: 60\n`)
const named = join(folder, 'named.yaml')
writeFileSync(
  named,
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.33.2\n---\n${header}maxPods: 60\n`,
)
const broken = file('broken.yaml', 'maxPods: many\n')
const brokenInPart = file('in-part.yaml', 'maxPods: many\neventBurst: 7\nsystemReserved: {cpu: 500m, memory: 1Gi}\n')
const fixed = file('fixed.yaml', 'maxPods: 110\ncpuManagerPolicy: static\nsystemReserved: {cpu: 500m}\n')
const ignored = file(
  'ignored.yaml',
  'maxPodz: 50\nEventBurst: 7\nmaxPods: 100\nmaxPods: 110\nsystemReserved: {cpu: 500m, memory: 1Gi}\n',
)
const unreadable = file('unreadable.yaml', 'maxPods: [\n')

test.each([
  ['risky', 5, [old, risky]],
  ['accepted', 0, [old, risky, '--accept-risk=drain', '--accept-risk=state-file', '-o', 'json']],
  ['accepted', 0, [old, risky, '--accept-risk=drain,state-file', '-o', 'json']],
  ['harmless', 0, [old, harmless]],
  ['kubeadm', 5, [old, kubeadm]],
  ['same', 0, [old, old]],
  ['refused', 3, [old, refused, '--accept-risk=state-file']],
  ['broken', 3, [broken, broken]],
  ['fixed', 5, [brokenInPart, risky]],
  ['fixed-start', 0, [refused, fixed, '--accept-risk=drain']],
  ['ignored', 0, [old, ignored]],
  ['unreadable', 0, [unreadable, harmless]],
])('check-change: %s', async (name, expected, args) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'check-change', ...args, '--kubernetes-version=1.36'])
  expectGolden(`${stdout}${stderr}`.replaceAll(`${folder}/`, ''), `check-change/${name}.txt`)
  expect(exit).toBe(expected)
})

test('check-change: the release of a file for kubeadm', async () => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'check-change', named, named, '-o', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ kubernetesVersion: '1.33' })
  expect([stderr, exit]).toEqual([`${named}:3:20: kubernetesVersion is 'v1.33.2': checked for kubelet 1.33\n`, 0])
})

test.each([
  ['check-change', [old, ignored]],
  ['defaults', ['-f', ignored]],
])('%s -o json lists the warnings of stderr', async (command, args) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', command, ...args, '-o', 'json'])
  const { warnings } = JSON.parse(stdout)
  expect(warnings.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill('DocumentProblem'))
  expect(warnings.map(({ message }: { message: string }) => `warning: ${message}\n`).join('')).toBe(stderr)
  expect(exit).toBe(0)
})
