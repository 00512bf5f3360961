import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { globalTarget } from '../../src/lib/documents/target.ts'
import { assignFiles } from '../../src/lib/fleet/push/push-files.ts'
import { runHosted } from '../support/run-hosted.ts'

const configuration = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'found-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function run(...argv: string[]) {
  const ran = await runHosted(['kubeletcfg', ...argv])
  const short = (text: string): string => text.replaceAll(`${folder}/`, '')
  return { exit: ran.exit, stdout: short(ran.stdout), stderr: short(ran.stderr) }
}

const template = file(
  'kubeadm.yaml',
  `apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\napiServer: {certSANs: [$\{ip}]}\n---\n${configuration}maxpods: 5\n`,
)
const flags = file(
  'flags.yaml',
  `apiVersion: kubeadm.k8s.io/v1beta3\nkind: InitConfiguration\nnodeRegistration:\n  kubeletExtraArgs: {network-plugin: cni}\n---\n${configuration}`,
)
const eksctl = file(
  'eksctl.yaml',
  'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: dev}\nnodeGroups:\n- kubeletExtraConfig: {maxPods: 50}\n',
)
const secret = file(
  'secret.yaml',
  `apiVersion: v1\nkind: Secret\nstringData:\n  kubelet.yaml: |\n    ${configuration.trimEnd().replaceAll('\n', '\n    ')}\n    maxpods: 5\n`,
)

test.concurrent('R8: a document is judged although its neighbour is broken, of which a warning tells', async () => {
  expect(await run('validate', template, '--kubernetes-version=1.36')).toEqual({
    exit: 3,
    stdout:
      'kubeadm.yaml:7:1: error STRICT-CASE maxpods: wrong case: the kubelet ignores it (write maxPods)\n' +
      'kubeadm.yaml (document 1): ignored in part by kubelet 1.36\n',
    stderr: 'warning: kubeadm.yaml:3:25: skipped: cannot be read: unexpected text\n',
  })
})

test.concurrent('R8: fmt does not touch a file with a broken neighbour', async () => {
  const before = readFileSync(template, 'utf8')
  expect(await run('fmt', template)).toMatchObject({ exit: 3, stderr: expect.stringContaining('kubeadm.yaml:3:25') })
  expect(readFileSync(template, 'utf8')).toBe(before)
})

test.concurrent('D6: flags beside a document that stop the kubelet', async () => {
  expect(await run('validate', flags, '--kubernetes-version=1.36')).toEqual({
    exit: 3,
    stdout: 'flags.yaml (document 1): valid for kubelet 1.36\n',
    stderr:
      'error: flags.yaml:4:22: --network-plugin stops kubelet 1.36: removed in 1.24 (omit it; the container runtime calls the CNI plugins)\n',
  })
})

test.concurrent('D5: every command names the way to a document of eksctl', async () => {
  const hint = `extract it: yq '.nodeGroups[0].kubeletExtraConfig + {"apiVersion"`
  const [validated, changed, pushed] = await Promise.all([
    run('validate', eksctl),
    run('check-change', eksctl, eksctl),
    assignFiles(
      {
        files: [{ file: eksctl, bytes: readFileSync(eksctl), targets: [globalTarget], named: true }],
        skipValidation: false,
      },
      'kube-system',
    ),
  ])
  expect(validated).toMatchObject({ exit: 3, stdout: expect.stringContaining(hint) })
  expect(changed).toMatchObject({ exit: 3, stderr: expect.stringContaining(hint) })
  expect(pushed.problems[0]?.fact).toMatchObject({ remedy: expect.stringContaining(hint) })
})

test.concurrent('D7: the document in a Secret, at its own lines, for every command', async () => {
  expect((await run('validate', secret)).stdout).toMatch(/^secret\.yaml:7:5: error STRICT-CASE maxpods/)
  expect(await run('defaults', '-f', secret)).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('secret.yaml:7:5'),
  })
  expect(await run('fmt', '--check', secret)).toMatchObject({ exit: 0 })
})
