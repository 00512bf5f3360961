import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { runBin } from '../support/run-bin.ts'
import { runHosted } from '../support/run-hosted.ts'
import type { Ran, RunOptions } from '../support/run-process.ts'

interface Options extends RunOptions {
  /** Called with the process id as soon as there is something that could stay behind. */
  readonly onFolder?: (pid: number) => void
}

/** Runs `kubeletcfg sandbox`, in a folder for temporary files where everything that stays is seen. */
async function sandbox(argv: readonly string[], options: Options = {}): Promise<Ran & { left: string[] }> {
  const TMPDIR = mkdtempSync(join(tmpdir(), "it's a sandbox-"))
  const env = { TMPDIR }
  const onStart = (pid: number): void => options.onFolder && whenUsed(TMPDIR, () => options.onFolder?.(pid))
  const ran = await runBin(['kubeletcfg', 'sandbox', ...argv], { ...options, env, onStart })
  return { ...ran, left: readdirSync(TMPDIR) }
}

/** Calls back as soon as there is something in the folder. */
function whenUsed(folder: string, act: () => void): void {
  const interval = setInterval(() => {
    if (readdirSync(folder).length === 0) return
    clearInterval(interval)
    act()
  }, 1)
}

/** A second Ctrl-C, which a sandbox that has ended already never sees. */
function interruptAgain(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

/** What a shell makes of a line `export KUBECONFIG=…`. */
const unquoted = (word: string): string =>
  word.replaceAll("'\\''", '\u0000').replaceAll("'", '').replaceAll('\u0000', "'")

/** A program that stores a document for all nodes with neither of our commands, and prints the status and the message of the answer. */
const writing = (text: string): string => `
  import { readFileSync } from 'node:fs'
  import { request } from 'node:https'
  const { clusters, users } = JSON.parse(readFileSync(process.env.KUBECONFIG, 'utf8'))
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster
  const headers = { authorization: 'Bearer ' + users[0].user.token, 'content-type': 'application/json' }
  const ca = Buffer.from(authority, 'base64')
  const metadata = { name: 'global-kubelet-configuration' }
  request(server + '/api/v1/namespaces/kube-system/configmaps', { method: 'POST', headers, ca }, async (response) => {
    const { message = '' } = JSON.parse((await response.setEncoding('utf8').toArray()).join(''))
    console.log(response.statusCode, message)
  }).end(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { kubelet: ${JSON.stringify(text)} } }))
`

describe('kubeletcfg sandbox with a command', () => {
  test('runs it on a cluster of the size that was asked for', async () => {
    const size = ['--nodes', '2', '--node-cpu', '16', '--node-memory', '64Gi', '--kubernetes-version', '1.35']
    const ran = await sandbox([...size, '--', 'nodesize', 'get', '-o', 'json'])
    expect(ran).toMatchObject({ exit: 0, stderr: '', left: [] })
    const nodes = JSON.parse(ran.stdout).items
    expect(nodes).toHaveLength(2)
    expect(nodes[1]).toMatchObject({ node: 'node-b', allocatable: { cpu: '16', memory: '64Gi' } })
    expect(nodes[1].kubeletVersion).toMatch(/^v1\.35\./)
  })

  test('hands it every word, even those that look like flags or come twice', async () => {
    const ran = await sandbox(['--', 'sh', '-c', 'printf "%s\\n" "$@"', 'sh', '--nodes', 'a b', '--', '--help', 'a b'])
    expect(ran).toMatchObject({ exit: 0, stdout: '--nodes\na b\n--\n--help\na b\n' })
  })

  test('lets it read stdin, and returns its exit code', async () => {
    const ran = await sandbox(['--', 'sh', '-c', 'cat; exit 42'], { input: 'hello' })
    expect(ran).toMatchObject({ exit: 42, stdout: 'hello' })
  })

  test.each([
    ['maxPods: 50', [], 201],
    ['maxPods: 50', ['--webhook'], 201],
    ['maxPod: 50', [], 201],
    ['maxPod: 50', ['--webhook'], 400],
  ])('stores a document with %s, whoever writes it, %j: %d', async (field, flags, status) => {
    const text = `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${field}\n`
    const ran = await sandbox([...flags, '--', process.execPath, '--input-type=module', '--eval', writing(text)])
    expect(ran).toMatchObject({ exit: 0, left: [], stdout: expect.stringMatching(`^${status} `) })
    if (status === 400)
      expect(ran.stdout).toMatch(/webhook "documents.kubeletcfg.dev" denied the request: .*1 problem .*unknown field/s)
  })

  test('starts with the objects that were loaded', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'load-')), 'objects.yaml')
    const pod = { requests: { cpu: '3' } }
    const spec = { nodeName: 'node-a', containers: [{ name: 'web', image: 'web', resources: pod }] }
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec }))
    const ran = await sandbox(['--load', file, '--', 'nodesize', 'get', 'node-a', '-o', 'json'])
    expect(JSON.parse(ran.stdout).items[0]).toMatchObject({ requested: { cpu: '3' } })
  })

  test('tells all that is wrong with what it should load, and does not run it', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'load-')), 'objects.yaml')
    writeFileSync(file, '{apiVersion: v1, kind: Pot}\n---\n{apiVersion: v1}\n')
    const ran = await sandbox(['--load', file, '--', 'echo', 'here'])
    expect(ran).toMatchObject({ exit: 3, stdout: '', left: [] })
    expect(ran.stderr).toMatch(/^error: 2 problems\n {2}.*, document 1: .*'Pot'.*\n {2}.*, document 2: .*\n$/)
  })
})

describe('kubeletcfg sandbox --agents', () => {
  test('brings a document to the kubelets, and one of them back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'documents-'))
    const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
    writeFileSync(join(folder, 'good.yaml'), `${head}imageGCHighThresholdPercent: 90\n`)
    writeFileSync(join(folder, 'mute.yaml'), `${head}contentType: application/banana\n`)
    const script = [
      'kubeletcfg push -qy --wait -f good.yaml --global && echo pushed',
      'kubeletcfg push -qy --wait -f mute.yaml --node node-b >&2; echo $?',
      'kubeletcfg status -o jsonpath=\'{range .items[*]}{.node} {.state} {.active.source}{"\\n"}{end}\'',
    ].join('; ')
    const size = ['--nodes', '2', '--agents', '--agent-trial', '20s']
    const ran = await sandbox([...size, '--', 'sh', '-c', `cd '${folder}'; ${script}`])
    expect(ran).toMatchObject({ exit: 0, left: [] })
    const told = ['configmap/global-kubelet-configuration created (revision 1)', 'pushed', '9']
    expect(ran.stdout).toBe([...told, 'node-a Good global', 'node-b RolledBack global', ''].join('\n'))
    expect(ran.stderr).toContain('LeaseNotRenewed')
  }, 60_000)

  test.each([
    [['--nodes', '201'], 'at most 200 nodes'],
    [['--fault', 'api-unavailable'], 'give the fault a time'],
  ])('refuses %j', async (flags, says) => {
    const ran = await runHosted(['kubeletcfg', 'sandbox', '--agents', ...flags, '--', 'true'])
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining(says) })
  })
})

describe('kubeletcfg sandbox without a command', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('says where it is, stays until %s, and leaves nothing', async (signal, exit) => {
    let config = ''
    const ran = await sandbox([], {
      onOutput: ({ stdout, stderr, pid }) => {
        const [, kubeconfig] = /^export KUBECONFIG=('.+')\n/.exec(stdout) ?? []
        if (config !== '' || kubeconfig === undefined || stderr === '') return
        config = readFileSync(unquoted(kubeconfig), 'utf8')
        process.kill(pid, signal)
      },
    })
    expect(ran).toMatchObject({ exit, left: [] })
    const [, url = ''] = /^serving (https:\/\/127\.0\.0\.1:\d+) until Ctrl-C\n$/.exec(ran.stderr) ?? []
    expect(config).toContain(`"server": "${url}"`)
  })
})

describe('kubeletcfg sandbox leaves nothing', () => {
  test('when it is told to stop before it has begun', async () => {
    const ran = await sandbox(['--', 'sleep', '60'], { onFolder: (pid) => process.kill(pid, 'SIGTERM') })
    expect(ran).toMatchObject({ left: [] })
    expect(ran.exit).toBe(143)
  })

  test('when Ctrl-C comes twice', async () => {
    const onFolder = (pid: number): void => {
      process.kill(pid, 'SIGINT')
      setTimeout(() => interruptAgain(pid), 5)
    }
    const ran = await sandbox([], { onFolder })
    expect(ran).toMatchObject({ left: [] })
    expect(ran.exit).toBe(130)
  })

  test('when signals come all the time until it has ended', async () => {
    const ran = await sandbox(['--', 'sh', '-c', 'while kill -HUP $PPID; do :; done 2>&- & exit 3'])
    expect(ran).toMatchObject({ left: [] })
  })
})

test.each([
  [
    2,
    '--fault kubelet-down=node-x',
    /^error: --fault kubelet-down=node-x: node 'node-x' not found\nhint: did you mean/,
  ],
  [2, '--nodes 0', /--nodes: '0' is not a number of nodes from 1 to 5000/],
  [2, '--nodes many', /--nodes: 'many' is not a number/],
  [2, '--node-cpu 8Gi', /--node-cpu: '8Gi' is an amount of memory, not of cpu/],
  [2, '--node-memory 8', /--node-memory: /],
  [2, '--kubernetes-version 1.2', /--kubernetes-version: unknown kubelet release '1\.2'/],
  [3, '--load absent.yaml', /absent\.yaml: no such file/],
])('exits %d for %s', async (exit, flags, message) => {
  const ran = await runHosted(['kubeletcfg', 'sandbox', ...flags.split(' '), '--', 'echo', 'here'])
  expect(ran).toMatchObject({ exit, stdout: '', stderr: expect.stringMatching(message) })
})
