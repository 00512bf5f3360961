import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrate-'))

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const config = file(
  'config.yaml',
  `# written by kubeadm
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
# a small node
maxPods: 110
eventBurst: 7
featureGates: {MemoryQoS: true}
staticPodURLHeader: {Authorization: [hunter2]}
`,
)
const odd = file(
  'odd.yaml',
  `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
foo: .nan
foo: 1
featureGates: {1: true, "1": false}
`,
)
const unit = file('kubelet.service', '[Service]\nExecStart=/usr/bin/kubelet\n')
const dropIn = file(
  '10-kubeadm.conf',
  `[Service]
Environment="KUBELET_CONFIG_ARGS=--config=${config}"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-/etc/default/kubelet
ExecStart=
ExecStart=/usr/bin/kubelet --kubeconfig=/etc/kubernetes/kubelet.conf $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`,
)
const kubeadm = file(
  'kubeadm-flags.env',
  'KUBELET_KUBEADM_ARGS="--container-runtime-endpoint=unix:///run/crio.sock --pod-infra-container-image=pause:3.9 --v=2"\n',
)
const extra = file(
  'kubelet',
  'KUBELET_EXTRA_ARGS=--max-pods=50 --event-burst=7 --feature-gates=MemoryQoS=false --manifest-url-header "Authorization:hunter3"\n',
)
const cmdline = file('cmdline', `/usr/bin/kubelet\0--config=${config}\0--event-burst=7\0`)
const document =
  '# of all nodes\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 110 # many\n'
const forKubeadm = file(
  'kubeadm.yaml',
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n---\n${document}---\nkind: KubeProxyConfiguration\napiVersion: kubeproxy.config.k8s.io/v1alpha1\n`,
)
const args = (kind: string, flags: string): string =>
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ${kind}\nnodeRegistration:\n  kubeletExtraArgs:\n${flags}---\n`
const init = args(
  'InitConfiguration',
  '  - {name: node-ip, value: 10.0.0.1}\n  - {name: max-pods, value: "50"}\n  - {name: event-burst, value: "7"}\n',
)
const cluster = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.33.2\n---\n'
const withFlags = file('with-flags.yaml', `${init}${cluster}${document}`)
const twoKubelets = file(
  'two-kubelets.yaml',
  `${init}${args('JoinConfiguration', '  - {name: v, value: "2"}\n')}${document}`,
)
const secret = file(
  'secret.yaml',
  args('InitConfiguration', "  - {name: bootstrap-token, value: 'x y; z $HOME'}\n  - {name: max-pods, value: many}\n"),
)
const flagsAlone = file('flags-alone.yaml', init)
const withoutFlags = file('without-flags.yaml', `${cluster}${document}`)
const configMap = file(
  'config-map.yaml',
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  kubelet: |\n${document.replaceAll(/^/gm, '    ').trimEnd()}\n`,
)
const whole = [unit, dropIn, kubeadm, extra]

test.each([
  ['whole', 3, [...whole, `--base=${config}`]],
  ['parts', 3, [unit, dropIn, kubeadm]],
  [
    'arguments',
    0,
    ['-o', 'json', '--', '/usr/bin/kubelet', '--pod-max-pids=9223372036854775807', '--read-only-port=0'],
  ],
  ['check', 3, [...whole, '--check']],
  ['check-missing', 0, [unit, dropIn, '--check']],
  ['check-missing-data', 0, [unit, dropIn, '--check', '-o', 'json']],
  ['check-kernel', 3, ['--check', file('kernel', 'BOOT_IMAGE=/vmlinuz root=UUID=1 ro quiet\n')]],
  ['check-order', 0, ['--check', dropIn, unit, file('proxy.env', 'HTTPS_PROXY=http://proxy\n')]],
  ['open-quote', 3, [file('open.env', 'KUBELET_EXTRA_ARGS="--max-pods=5\n')]],
  ['check-elsewhere', 3, ['--check', '--', '--config=/nowhere/config.yaml']],
  ['check-no-config', 2, ['--check', kubeadm]],
  ['check-unknown', 3, [kubeadm, '--check', `--base=${config}`]],
  ['check-replaced', 3, ['--check', `--base=${config}`, '-o', 'json', '--', '--iptables-drop-bit=5']],
  ['check-quiet', 0, [cmdline, '--check', '-o', 'json']],
  ['invalid', 3, ['--', '--image-gc-low-threshold=90', '--config=a']],
  ['unknown', 3, ['--', '--max-podz', '50', '--event-burst=7', '--network-plugin=cni']],
  ['check-removed', 3, ['--check', `--base=${config}`, '--', '--network-plugin=cni', '--event-burst=7']],
  ['refused', 3, ['--', '--max-pods=many', '--anonymous-auth', 'false']],
  ['inexpressible', 3, [`--base=${odd}`, '--', '--max-pods=5']],
  ['nothing', 2, []],
  ['base-kubeadm', 0, [`--base=${forKubeadm}`, '--', '--event-burst=7']],
  ['base-config-map', 0, [`--base=${configMap}`, '--', '--event-burst=7']],
  ['base-two', 3, [`--base=${file('two.yaml', `${document}---\n${document}`)}`, '--', '--event-burst=7']],
  ['check-config-map', 3, ['--check', `--base=${configMap}`, '--', '--max-pods=50']],
])('migrate: %s', async (name, expected, args) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'migrate', '--kubernetes-version=1.36', ...args])
  expectGolden(`${stdout}${stderr}`.replaceAll(folder, '/folder'), `migrate/${name}.txt`)
  expect(exit).toBe(expected)
})

test.each([
  ['kubeadm', 0, [withFlags]],
  ['check-kubeadm', 3, ['--check', withFlags]],
  ['check-kubeadm-data', 3, ['--check', withFlags, '--kubernetes-version=1.36', '-o', 'json']],
  ['kubeadm-base', 0, [withFlags, `--base=${config}`]],
  ['check-kubeadm-alone', 2, ['--check', flagsAlone]],
  ['kubeadm-several', 2, [withFlags, '--kubernetes-version=1.32,1.36']],
  ['kubeadm-two', 3, ['--check', twoKubelets]],
  ['kubeadm-words', 3, [secret, `--base=${config}`]],
  ['kubeadm-other', 0, [flagsAlone, withoutFlags]],
  ['kubeadm-none', 0, [withoutFlags]],
  ['kubeadm-neither', 3, [file('neither.yaml', cluster)]],
])('migrate of a file for kubeadm: %s', async (name, expected, args) => {
  const { stdout, stderr, exit } = await runHosted(['kubeletcfg', 'migrate', ...args])
  expectGolden(`${stdout}${stderr}`.replaceAll(folder, '/folder'), `migrate/${name}.txt`)
  expect(exit).toBe(expected)
})

test('migrate of a file for kubeadm on stdin does not call that a file', async () => {
  const { stderr } = await runHosted(['kubeletcfg', 'migrate', '-'], { input: `${init}${document}` })
  expect(stderr).toContain('note: add the document to the kubeadm file and remove the flags from kubeletExtraArgs: ')
})
