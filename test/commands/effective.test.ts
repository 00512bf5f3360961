import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { runHosted } from '../support/run-hosted.ts'

const folder = mkdtempSync(join(tmpdir(), 'effective-'))
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

file(
  'config.yaml',
  `${header}maxPods: 60
staticPodPath: /etc/kubernetes/manifests
evictionHard: {memory.available: 1Gi}
staticPodURLHeader: {Authorization: [hunter2]}
featureGates: {AllAlpha: false}
`,
)
file('drop-ins/10-pods.conf', `${header}maxPods: 70\nport: 10350\n`)
file('drop-ins/20-pods.conf', `${header}maxPods: 80\nport: null\n`)
file('drop-ins/below/30.conf', `${header}eventBurst: 7\n`)
file('drop-ins/README', 'not for kubelets')
file('broken/a.conf', 'maxPods: 70\n')
file('late/a.conf', `${header}maxParallelImagePulls: 3\n`)
file('relative/a.conf', `${header}podLogsDir: logs\n`)
mkdirSync(join(folder, 'empty'))
symlinkSync(join(folder, 'drop-ins'), join(folder, 'link'))
const [config, dropIns] = ['config.yaml', 'drop-ins']

const run = (...args: string[]) =>
  runHosted(['kubeletcfg', 'effective', '--kubernetes-version', '1.36', ...args], { cwd: folder })

async function printed(...args: string[]): Promise<string> {
  const { stdout, stderr, exit } = await run(...args)
  return `${stdout}--- stderr\n${stderr}--- exit ${exit}\n`.replaceAll(folder, 'FOLDER').replaceAll(/ +$/gm, '')
}

test.each([
  ['merged', ['--config', config, '--config-dir', dropIns, '--flags', '--max-pods=90 --v=2', '--changed-only']],
  ['all', ['--config', config]],
  ['link', ['--config', config, '--config-dir', 'link', '--changed-only']],
  ['no-config', ['--config-dir', dropIns, '--changed-only']],
  ['no-start', ['--config', config, '--config-dir', 'late', '--changed-only']],
  ['relative-path', ['--config', config, '--config-dir', 'relative', '--changed-only']],
  ['broken', ['--config', config, '--config-dir', 'broken']],
  ['missing', ['--config', config, '--config-dir', 'nowhere']],
  ['flags', ['--flags', '--max-pods=many']],
  ['removed', ['--config', config, '--flags', '--container-runtime=remote', '--changed-only']],
])('%s', async (name, args) => {
  expectGolden(await printed(...args), `effective/${name}.txt`)
})

test('as data', async () => {
  const { stdout } = await run(
    '--config',
    config,
    '--config-dir',
    dropIns,
    '--flags=--max-pods=90',
    '--changed-only',
    '-o',
    'json',
  )
  expectGolden(stdout, 'effective/json.txt')
})

test('no secret is printed', async () => {
  for (const format of ['table', 'json', 'yaml', 'wide']) {
    const { stdout, stderr } = await run('--config', config, '-o', format)
    expect(stdout + stderr).not.toContain('hunter2')
    expect(stdout).toContain('<redacted>')
  }
})

test('an empty folder of drop-ins is one', async () => {
  const { exit, stderr } = await run('--config', config, '--config-dir', 'empty', '-o', 'json', '--quiet')
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
})
