import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'upgrade-check-'))
const body =
  'featureGates: {SidecarContainers: true, NodeSwap: true}\nrunOnce: true\nimageGCHighThresholdPercent: 101\n'
const file = join(folder, 'kubelet.yaml')
const plain = join(folder, 'plain.yaml')
writeFileSync(file, header + body)
writeFileSync(plain, header)
const configMap = join(folder, 'config-map.yaml')
const inside = `${header}maxpods: 5\n`.replaceAll(/^(?=.)/gm, '    ')
writeFileSync(configMap, `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  kubelet: |\n${inside}`)
const several = join(folder, 'several.yaml')
writeFileSync(several, `${header}---\napiVersion: v1\nkind: Pod\n---\n${header}`)
const forKubeadm = join(folder, 'kubeadm.yaml')
const dropIns = mkdtempSync(join(tmpdir(), 'drop-ins-'))
writeFileSync(join(dropIns, '10.conf'), `${header}imageGCHighThresholdPercent: 101\nmaxPodz: 1\n`)
const args = (name: string) => `nodeRegistration: {kubeletExtraArgs: [{name: ${name}, value: "1"}]}\n`
const init = `apiVersion: kubeadm.k8s.io/v1beta4\nkind: InitConfiguration\n${args('pod-infra-container-image')}`
const joining = `apiVersion: kubeadm.k8s.io/v1beta4\nkind: JoinConfiguration\n${args('v')}`
writeFileSync(forKubeadm, `${init}---\n${joining}---\n${header}`)

test.each([
  ['bites', 3, [file, '--from=1.31', '--to=v1.37.0']],
  ['bites-json', 3, [file, '--from=1.36', '--to=1.37', '-o', 'json']],
  ['quiet', 0, [plain, '--from=1.33', '--to=1.34']],
  ['config-map', 3, [configMap, '--from=1.36', '--to=1.37']],
  ['several', 3, [several, '--from=1.36', '--to=1.37']],
  ['flags', 3, [forKubeadm, '--from=1.33', '--to=1.35']],
  ['flags-json', 3, [forKubeadm, '--from=1.33', '--to=1.35', '-o', 'json']],
  ['flags-known', 0, [forKubeadm, '--from=1.33', '--to=1.34']],
  ['folder', 3, [folder, '--from=1.36', '--to=1.37']],
  ['glob', 3, [`${folder}/k*.yaml`, '--from=1.36', '--to=1.37', '-o', 'json']],
  ['files', 3, [plain, join(folder, 'absent.yaml'), '--from=1.36', '--to=1.37']],
  ['config-dir', 3, [plain, '--config-dir', dropIns, '--from=1.35', '--to=1.37']],
  ['config-dir-old', 3, [plain, '--config-dir', dropIns, '--from=1.29', '--to=1.37']],
  ['backwards', 2, [plain, '--from=1.36', '--to=1.35']],
])('upgrade-check: %s', async (name, expected, args) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'upgrade-check', ...args])
  expectGolden(
    `${stdout}${stderr}`.replaceAll(`${folder}/`, '').replaceAll(folder, 'nodes').replaceAll(dropIns, 'drop-ins'),
    `upgrade-check/${name}.txt`,
  )
  expect(exit).toBe(expected)
})
