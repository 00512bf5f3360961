import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'validate-'))
mkdirSync(join(folder, 'nodes'))
mkdirSync(join(folder, 'mixed'))
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
write('nodes/a.yaml', header)
write('nodes/b.yaml', `${header}maxpods: 5\n`)
write('nodes/pod.yaml', 'apiVersion: v1\nkind: Pod\n')
write('mixed/a.yaml', header)
write('mixed/headless.yaml', 'maxPods: 10\n')
write('mixed/truncated.json', '{"kind": "KubeletConf')
write(
  'kubeadm.yaml',
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.38.0\n---\n${header}`,
)
write('mixed/template.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {{ name }}\n')
write('mixed/pod.yaml', 'apiVersion: v1\nkind: Pod\n')

/** With the folder left out of what it prints. */
async function validate(...argv: string[]) {
  const ran = await runHosted(['kubeletcfg', 'validate', ...argv])
  return { ...ran, stdout: ran.stdout.replaceAll(`${folder}/`, '') }
}

test.concurrent('a folder, a glob and a file that is not there, with a summary on stderr', async () => {
  const paths = ['nodes', '**/b.*', 'absent.yaml'].map((path) => join(folder, path))
  const ran = await validate(...paths, '--kubernetes-version=1.35,1.36', '-o', 'json', '--summary')
  const entries = JSON.parse(ran.stdout)
  expect(
    entries.map(({ file, document, kubernetesVersion, valid, stage, findings }: Record<string, unknown>) =>
      [file, document, kubernetesVersion, valid, stage, (findings as { rule: string }[])[0]?.rule].join(' '),
    ),
  ).toEqual([
    'nodes/a.yaml 0 1.35 true  ',
    'nodes/a.yaml 0 1.36 true  ',
    'nodes/b.yaml 0 1.35 true  STRICT-CASE',
    'nodes/b.yaml 0 1.36 true  STRICT-CASE',
    'absent.yaml 0 1.35 false decode READ-FILE',
    'absent.yaml 0 1.36 false decode READ-FILE',
  ])
  expect({ exit: ran.exit, stderr: ran.stderr.split('\n') }).toEqual({
    exit: 3,
    stderr: [
      'skipped 1 file without a KubeletConfiguration',
      '2 documents for kubelet 1.35, 1.36: 1 valid, 1 ignored in part, 0 refused; 1 file unread; 2 errors, 0 warnings, 0 info',
      '',
    ],
  })
})

test.concurrent('files of a folder that may be meant for a kubelet are refused, quietly as well', async () => {
  const ran = await validate(join(folder, 'mixed'), '-q')
  expect({ ...ran, stderr: ran.stderr.replaceAll(`${folder}/`, '') }).toEqual({
    exit: 3,
    stdout: [
      'mixed/a.yaml: valid for kubelet 1.37',
      'mixed/headless.yaml:1:1: error DECODE-KIND apiVersion is missing (write apiVersion: kubelet.config.k8s.io/v1beta1)',
      'mixed/headless.yaml:1:1: error DECODE-KIND kind is missing (write kind: KubeletConfiguration)',
      'mixed/headless.yaml: refused by kubelet 1.37',
      'mixed/truncated.json:1:10: error READ-SYNTAX string is not closed on its line',
      'mixed/truncated.json: refused by kubelet 1.37',
      '',
    ].join('\n'),
    stderr: 'warning: mixed/template.yaml:3:12: skipped: cannot be read: the template is not rendered\n',
  })
})

test.concurrent.each([
  [
    [],
    "kubeadm.yaml (document 1): valid for kubelet 1.37, the nearest to the file's kubernetesVersion\n",
    "warning: kubeadm.yaml:3:20: kubernetesVersion is 'v1.38.0', newer than 1.37, the newest known release: checked for that\n",
  ],
  [['--kubernetes-version=1.36'], 'kubeadm.yaml (document 1): valid for kubelet 1.36\n', ''],
])('the release of a file for kubeadm, with %j', async (flags, stdout, stderr) => {
  const ran = await validate(join(folder, 'kubeadm.yaml'), '-q', ...flags)
  expect({ ...ran, stderr: ran.stderr.replaceAll(`${folder}/`, '') }).toEqual({ exit: 0, stdout, stderr })
})

test.concurrent('lenient, in SARIF', async () => {
  const { exit, stdout, stderr } = await validate(join(folder, 'nodes/b.yaml'), '--lenient', '-o', 'sarif')
  const [run] = JSON.parse(stdout).runs
  expect(run.results.map(({ level, ruleId }: Record<string, string>) => [level, ruleId])).toEqual([
    ['warning', 'STRICT-CASE'],
  ])
  expect([exit, stderr]).toEqual([0, ''])
})

test.concurrent('for the kubelets of a cluster, and for one more release', async () => {
  const items = ['v1.34.2', 'v1.20.0'].map((kubeletVersion, i) => ({
    metadata: { name: `node-${i}`, uid: `${i}` },
    status: { nodeInfo: { kubeletVersion } },
  }))
  await using server = await startApiServer(() => ({ body: { kind: 'NodeList', metadata: {}, items } }))
  const kubeconfig = `--kubeconfig=${await server.kubeconfig()}`
  const ran = await validate(join(folder, 'nodes/a.yaml'), '--kubernetes-version=cluster,1.37', kubeconfig)
  expect(ran).toEqual({
    exit: 0,
    stdout: 'nodes/a.yaml: valid for kubelet 1.28, 1.34, 1.37\n',
    stderr: 'warning: node/node-1: kubelet v1.20.0 is older than 1.28, the oldest known release; checked as 1.28\n',
  })
  expect(server.received.map(({ path }) => path)).toEqual(['/api/v1/nodes'])
})
