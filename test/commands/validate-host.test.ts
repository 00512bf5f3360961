import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type HostFolder, hostFolder } from '../lib/host-check/host-folder.ts'
import { usual } from '../lib/host-check/usual-host.ts'
import { header } from '../support/ci-page.ts'
import { runHosted } from '../support/run-hosted.ts'

const body = `failCgroupV1: false
port: 8080
kubeReserved: {cpu: "3"}
cgroupRoot: /lab
authentication: {x509: {clientCAFile: /pki/ca.crt}}
resolvConf: /gone
`
const document = `${header}${body}`

let host: HostFolder

beforeAll(async () => {
  host = await hostFolder({
    ...usual,
    'proc/77/cmdline': '/usr/bin/kubelet\0--config=/k\0',
    'k.yaml': document,
    'other.yaml': header,
  })
  await host.socket('run/containerd/containerd.sock')
  // Absolute: of the host, not of this machine.
  symlinkSync('/etc/kubernetes/pki', await host.make('pki'))
  symlinkSync('socket:[700]', await host.make('proc/77/fd/3'))
  symlinkSync('socket:[800]', await host.make('proc/88/fd/4'))
})
afterAll(async () => host[Symbol.asyncDispose]())

const validate = (args: readonly string[], input = '') => runHosted(['kubeletcfg', 'validate', ...args], { input })
const onRoot = (...args: string[]) => validate(['-', '--host', '--root', host.path, ...args], document)

test('each requirement is met, or at its own line, or said to be unseen', async () => {
  const { exit, stdout } = await onRoot('--kubernetes-version=1.36')
  expect({ exit, lines: stdout.split('\n') }).toEqual({
    exit: 3,
    lines: [
      "<stdin>:4:7: error S14 port: port 8080 is in use by 'nginx' (use another port, or stop that program)",
      '<stdin>:5:16: error S14 kubeReserved[cpu]: 3 of cpu would be reserved, and this host has 2 (lower kubeReserved, systemReserved or evictionHard)',
      "<stdin>:8:13: warning S14 resolvConf: '/gone' does not exist on this host (create it on the host first, or change the field)",
      '<stdin>: refused by kubelet 1.36; requirements on this host: 10 met, 3 not met',
      '',
    ],
  })
})

test('without --host nothing is looked at', async () => {
  const { exit, stdout } = await validate(['-', '--kubernetes-version=1.36'], document)
  expect([exit, stdout]).toEqual([0, expect.stringContaining('depends on the host')])
})

describe('formats', () => {
  const message = "port 8080 is in use by 'nginx'"

  test('json: counts, and a verdict for each release', async () => {
    const { stdout } = await onRoot('-o', 'json', '--kubernetes-version=1.33,1.36')
    const entries = JSON.parse(stdout) as { valid: boolean; stage: string; onHost: object; findings: object[] }[]
    expect(entries.map(({ valid, stage, onHost }) => ({ valid, stage, onHost }))).toEqual([
      { valid: false, stage: 'start-up', onHost: { met: 10, notMet: 3, notSeen: 0 } },
      { valid: false, stage: 'start-up', onHost: { met: 10, notMet: 3, notSeen: 0 } },
    ])
    expect(entries[0]?.findings[0]).toMatchObject({
      line: 4,
      fatal: true,
      severity: 'error',
      reason: 'HostRequirement',
      message,
    })
  })

  test.each([
    ['sarif', /"level": "error",\s+"message": \{\s+"text": "port: port 8080 is in use by 'nginx'/],
    ['github', /^::error file=<stdin>,line=4,col=7,endColumn=10,title=S14::port: port 8080 is in use by 'nginx'/m],
    ['junit', /<failure type="S14" message="port: port 8080 is in use by (?:'|&apos;|&#39;)nginx/],
    ['tap', /^not ok 1 - .*\n[\s\S]*"message":"port 8080 is in use by 'nginx'"/m],
    ['yaml', /onHost:\n\s+met: 10\n/],
  ])('%s', async (format, pattern) => {
    const { exit, stdout } = await onRoot('-o', format)
    expect([exit, stdout]).toEqual([3, expect.stringMatching(pattern)])
  })
})

test('what a drop-in requires is reported in the drop-in', async () => {
  const dropIn = await host.make('kubelet.conf.d/10.conf')
  writeFileSync(dropIn, `${header}kubeReserved: {cpu: "1"}\nimageServiceEndpoint: unix:///run/none.sock\n`)
  const { exit, stdout } = await onRoot('--kubernetes-version=1.36', '--config-dir', join(host.path, 'kubelet.conf.d'))
  expect([exit, stdout.replaceAll(`${host.path}/`, '').split('\n')]).toEqual([
    3,
    [
      "<stdin>:4:7: error S14 port: port 8080 is in use by 'nginx' (use another port, or stop that program)",
      "<stdin>:8:13: warning S14 resolvConf: '/gone' does not exist on this host (create it on the host first, or change the field)",
      "kubelet.conf.d/10.conf:4:23: error S14 imageServiceEndpoint: no container runtime listens at '/run/none.sock' (check the path with crictl, or start the container runtime)",
      '<stdin> with kubelet.conf.d: refused by kubelet 1.36; requirements on this host: 11 met, 3 not met',
      '',
    ],
  ])
})

test('several files are judged for one host', async () => {
  const files = ['k.yaml', 'other.yaml'].map((name) => join(host.path, name))
  const { stdout } = await validate([...files, '--host', '--root', host.path, '--kubernetes-version=1.30', '--summary'])
  expect(stdout).toContain('2 documents for kubelet 1.30: 1 valid, 0 ignored in part, 1 refused')
})

test.each<[args: readonly string[], exit: number, says: string]>([
  [['--root', '/'], 2, 'all of the following must be provided when using --root: --host'],
  [['--host', '--'], 2, 'no command given after --'],
  [['--host', '--root', '/', '--', 'sh'], 2, '--root and a command after -- are mutually exclusive'],
  [['--host', '--root', ''], 2, 'the value is empty'],
  [['--host', '--root', '/proc'], 2, "'/proc' is not the root folder of a host: no folder /etc, /proc"],
  [['--host', '--root', '/no/such'], 2, "'/no/such' is not the root folder of a host"],
  [['--host', '--', '/no/such/program', 'node-a'], 2, "cannot run '/no/such/program': not found"],
  [['--host', '--', 'false'], 6, "'false' ended before the host answered: exit code 1"],
])('%j', async (args, exit, says) => {
  const ran = await validate(['-', ...args], document)
  expect({ exit: ran.exit, stdout: ran.stdout, stderr: ran.stderr.split('\n')[0] }).toEqual({
    exit,
    stdout: '',
    stderr: expect.stringContaining(says),
  })
})

test('a document from stdin and a command that has a stdin of its own', async () => {
  const ran = await validate(['-', '--host', '--kubernetes-version=1.36', '--', 'env', 'A=; exit 7'], document)
  expect(ran.stdout).toContain('<stdin>:5:16')
  expect(ran.stdout).toMatch(/; requirements on this host: \d+ met/)
})

test('without --host, -- is before the names of files, as ever', async () => {
  const ran = await validate(['--kubernetes-version=1.36', '--', join(host.path, 'other.yaml')])
  expect([ran.exit, ran.stdout]).toEqual([0, `${join(host.path, 'other.yaml')}: valid for kubelet 1.36\n`])
})
