import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'config-dir-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'd'))
const write = (name: string, text: string): void => writeFileSync(join(folder, name), header + text)
write('base.yaml', 'clusterDNS: [10.0.0.1]\nmaxPods: 100\n')
write('other.yaml', 'clusterDNS: [10.0.0.1]\nmaxPods: 60\n')
write('d/10.conf', 'clusterDNS: [10.0.0.2]\n')
write('d/20.conf', 'maxPods: -5\n')
mkdirSync(join(folder, 'ok'))
write('ok/10.conf', 'maxPods: 30\n')
const [base, other, bad, ok] = ['base.yaml', 'other.yaml', 'd', 'ok'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
]

async function run(...argv: string[]) {
  const ran = await runHosted(['kubeletcfg', ...argv, '--kubernetes-version=1.36'])
  const short = (text: string): string => text.replaceAll(`${folder}/`, '')
  return { exit: ran.exit, stdout: short(ran.stdout), stderr: short(ran.stderr) }
}

test.concurrent('validate: findings in their own files, and the folder in the verdict', async () => {
  const { exit, stdout } = await run('validate', base, '--config-dir', bad)
  expect({ exit, lines: stdout.split('\n').slice(0, 3) }).toEqual({
    exit: 3,
    lines: [
      'd/10.conf:3:13: warning DROPIN-LIST clusterDNS: replaces the list of an earlier file, which also has "10.0.0.1" (repeat in it what is to stay)',
      'd/20.conf:3:10: error V25 maxPods -5 must not be negative',
      'base.yaml with d: refused by kubelet 1.36',
    ],
  })
})

test.concurrent('validate: every format names the drop-in', async () => {
  const [json, sarif, github, tap, junit] = await Promise.all(
    ['json', 'sarif', 'github', 'tap', 'junit'].map((format) =>
      run('validate', base, '--config-dir', bad, '-o', format),
    ),
  )
  const [entry] = JSON.parse(json!.stdout)
  expect(entry).toMatchObject({ file: 'base.yaml', configDir: 'd', valid: false, stage: 'rules' })
  expect(entry.findings.map(({ file }: { file: string }) => file)).toContain('d/20.conf')
  const uris = JSON.stringify(JSON.parse(sarif!.stdout).runs[0].results)
  expect(uris).toContain('/d/20.conf')
  expect(github!.stdout).toContain('::error file=d/20.conf,line=3,col=10,title=V25::')
  expect(tap!.stdout).toContain('"file":"d/20.conf"')
  expect(junit!.stdout).toContain('d/20.conf:3:10: error V25')
})

test.concurrent('validate: a folder that is not there', async () => {
  const { exit, stdout } = await run('validate', base, '--config-dir', join(folder, 'absent'))
  expect({ exit, first: stdout.split('\n')[0] }).toEqual({
    exit: 3,
    first: 'absent: error READ-FILE no such file (the kubelet does not start without it)',
  })
})

test.concurrent('defaults: what is merged', async () => {
  const { exit, stdout } = await run('defaults', '-f', base, '--config-dir', ok)
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^maxPods: 30$/m)
  expect(stdout).toMatch(/^podPidsLimit: -1 # default$/m)
})

test.concurrent('defaults: drop-ins need a file', async () => {
  expect(await run('defaults', '--config-dir', ok)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('-f FILE'),
  })
})

test.concurrent('check-change: a drop-in wins over what changes', async () => {
  expect(await run('check-change', base, other)).toMatchObject({ exit: 5 })
  expect(await run('check-change', base, other, '--config-dir', ok)).toMatchObject({ exit: 0 })
})
