import { expect, test } from '@jest/globals'
import { commandLineOf } from '../../../../src/lib/kubelet/flags/command-line.ts'
import { parseFlags } from '../../../../src/lib/kubelet/flags/parse-flags.ts'
import type { SourceFile } from '../../../../src/lib/kubelet/flags/source.ts'
import { configDropIn } from '../../../../src/lib/kubelet/layout/config-drop-in.ts'

const unit = (command: string): SourceFile => ({
  file: '/lib/systemd/system/kubelet.service',
  text: `[Unit]\nDescription=kubelet\n[Service]\nExecStart=${command}\nRestart=always\n`,
})

const kubeadm: readonly SourceFile[] = [
  unit('/usr/bin/kubelet'),
  {
    file: '/usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf',
    text: `[Service]
Environment="KUBELET_KUBECONFIG_ARGS=--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf"
Environment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"
EnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env
EnvironmentFile=-/etc/default/kubelet
ExecStart=
ExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS
`,
  },
]

const path = '/var/lib/kubelet/kubeletcfg.yaml'

/** The flags of the next start, with the drop-in. */
function flagsWith(files: readonly SourceFile[], dropIn: string): readonly string[] {
  const all = [...files, { file: '/etc/systemd/system/kubelet.service.d/90-kubeletcfg.conf', text: dropIn }]
  return parseFlags(commandLineOf(all).words).given.map(({ flag, value }) => `${flag.name}=${value}`)
}

test("kubeadm's variable is set again", () => {
  const dropIn = configDropIn({ configVariable: 'KUBELET_CONFIG_ARGS' }, kubeadm, path)!
  expect(dropIn).toBe(`[Service]\nEnvironment=KUBELET_CONFIG_ARGS=--config=${path}\n`)
  expect(flagsWith(kubeadm, dropIn)).toEqual([
    'bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf',
    'kubeconfig=/etc/kubernetes/kubelet.conf',
    `config=${path}`,
  ])
})

test.each([
  ['--config=/etc/k.yaml', `--config=${path}`],
  ['--config /etc/k.yaml', `--config=${path}`],
  ['-config=/etc/k.yaml', `--config=${path}`],
  ['"--config=/etc/k 1.yaml"', `--config=${path}`],
  ['--config=/a --config /b', `--config=${path} --config=${path}`],
])('a literal %s is replaced', (literal, turned) => {
  const files = [unit(`-/usr/bin/kubelet ${literal} --config-dir=/d \\\n  --node-labels='a=b c' $EXTRA \${NODE} %H`)]
  const dropIn = configDropIn({ configVariable: undefined }, files, path)
  expect(dropIn).toBe(
    `[Service]\nExecStart=\nExecStart=-/usr/bin/kubelet ${turned} --config-dir=/d "--node-labels=a=b c" $EXTRA \${NODE} %H\n`,
  )
  expect(flagsWith(files, dropIn!).filter((flag) => flag.startsWith('config='))).toEqual(
    turned.split(' ').map(() => `config=${path}`),
  )
})

test('a path with spaces, quotes, percents and dollars stays one word', () => {
  const odd = '/a b/"50%"/$x.yaml'
  expect(configDropIn({ configVariable: 'ARGS' }, [], odd)).toBe(
    '[Service]\nEnvironment="ARGS=--config=/a b/\\"50%%\\"/$x.yaml"\n',
  )
  expect(configDropIn({ configVariable: undefined }, [unit('/usr/bin/kubelet --config=/a')], odd)).toBe(
    '[Service]\nExecStart=\nExecStart=/usr/bin/kubelet "--config=/a b/\\"50%%\\"/$$x.yaml"\n',
  )
})

test.each([
  ['no unit', []],
  ['no --config', [unit('/usr/bin/kubelet --config-dir=/d')]],
  ['it comes from an environment file', [unit('/usr/bin/kubelet $ARGS')]],
  ['a quote that is not closed', [unit('/usr/bin/kubelet --config="/a')]],
])('nothing to turn: %s', (_, files) => {
  expect(configDropIn({ configVariable: undefined }, files, path)).toBeUndefined()
})
