import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts'
import { requestOf } from '../contract/sandbox-subject.ts'
import { expectGolden } from '../support/golden.ts'
import { runBin } from '../support/run-bin.ts'
import { runHosted } from '../support/run-hosted.ts'
import { runOnTerminal } from '../support/run-on-terminal.ts'

let sandbox: RunningSandbox
let env: { KUBECONFIG: string }

beforeAll(async () => {
  sandbox = await startSandbox({ nodes: 4, metricsServer: true })
  env = { KUBECONFIG: sandbox.kubeconfig }
  for (const [node, cpu, memory] of [
    ['node-a', '2', '6Gi'],
    ['node-b', '3', '2Gi'],
    ['node-c', '7', '4Gi'],
  ])
    runPod(`app-of-${node}`, { node: node!, requests: { cpu: cpu!, memory: memory! } })
  await nodesize('install --all-nodes --wait')
  await nodesize('set node-a --cpu 4 --memory 8Gi')
  await nodesize('set node-b --cpu 3 --memory 30Gi')
})
afterAll(() => sandbox.close())

function runPod(name: string, { node, requests }: { node: string; requests: object }): void {
  const body = {
    metadata: { name },
    spec: { nodeName: node, containers: [{ name: 'app', image: 'app', resources: { requests } }] },
  }
  sandbox.sandbox.handle(requestOf({ method: 'POST', path: '/api/v1/namespaces/default/pods', body }))
  sandbox.sandbox.advance(10_000)
}

const nodesize = (words: string) => runHosted(['nodesize', ...words.split(' ')], { env })

test.each([
  ['top', 'top/piped.txt'],
  ['top -o wide', 'top/piped-wide.txt'],
  ['top -o json', 'top/nodes.json'],
  ['top --sort-by=.used.memory --no-headers -L kubernetes.io/hostname', 'top/sorted.txt'],
])('%s', async (words, golden) => {
  const { stdout, stderr, exit } = await nodesize(words)
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  const anonymous = stdout.replaceAll(/nodesize-balloon-\w{5}/g, 'nodesize-balloon-xxxxx')
  expectGolden(anonymous.replaceAll(/"at": "[^"]*"/g, '"at": "TIME"'), golden)
})

describe('on a terminal of 80 columns', () => {
  const utf8 = { LANG: 'C.UTF-8', NO_COLOR: '1' }
  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['top', 'bars.txt', utf8],
    ['top node-a', 'bars-of-one.txt', utf8],
    ['top', 'bars-ascii.txt', { LC_ALL: 'C', NO_COLOR: '1' }],
    ['top', 'bars-colours.txt', { LANG: 'C.UTF-8' }],
    ['top --no-headers', 'bars-bare.txt', utf8],
  ])('%s: %s', async (words, golden, locale) => {
    const { shown, exit } = await runOnTerminal(`nodesize ${words}`, { env: { ...env, ...locale }, columns: 80 })
    expect(exit).toBe(0)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what progress shows and erases on a slow machine
    const text = shown.replaceAll('\r\n', '\n').replaceAll(/[^\n]*\r\x1b\[2K/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const lines = text.replaceAll(/\x1b\[\d+m/g, '').split('\n')
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
    expectGolden(text, `top/${golden}`)
  })
})

describe('thresholds', () => {
  test.each<[string, number, string]>([
    ['top --fail-if free.cpu<0 --fail-if pending --fail-if state!=Ready -o name', 0, ''],
    ['get --fail-if free.cpu<0 -o name', 0, ''],
    [
      'get --fail-if free.cpu<10% -o name',
      1,
      "error: node 'node-b': free.cpu is 0, 0.0% of size (--fail-if 'free.cpu<10%')\n",
    ],
    [
      'top --fail-if free.memory<=2Gi --fail-if requested.cpu>=7 -q -o name',
      1,
      "error: node 'node-a': free.memory is 2Gi (--fail-if 'free.memory<=2Gi')\n" +
        "error: node 'node-c': requested.cpu is 7 (--fail-if 'requested.cpu>=7')\n",
    ],
    ['top node-c --fail-if used.cpu<1m -o name', 0, ''],
    ['top --fail-if drift -o name', 0, ''],
  ])('%s exits with %i', async (words, exit, stderr) => {
    expect(await nodesize(words)).toMatchObject({ exit, stderr, stdout: expect.stringContaining('node/node-c\n') })
  })

  test('a node that does not exist is worse than one that fails', async () => {
    const ran = await nodesize('get node-b node-z --fail-if free.cpu<10% -o name')
    expect(ran).toMatchObject({ exit: 3, stdout: 'node/node-b\n' })
    expect(ran.stderr).toMatch(/free\.cpu is 0.*\nerror: node 'node-z' not found\n/)
  })

  test.each([
    ['get --fail-if free.cpu', "--fail-if: 'free.cpu', column 9: 'free.cpu' requires one of < <= > >= = !="],
    ['top --fail-if fre.cpu<1', "--fail-if: 'fre.cpu<1', column 1: unknown field 'fre.cpu'"],
    ['top -w --fail-if drift', '--fail-if and --watch are mutually exclusive'],
    ['get --watch --fail-if drift', '--fail-if and --watch are mutually exclusive'],
    ['get -L pool,,zone', "--label-columns: 'pool,,zone' has an empty label"],
    ['top --sort-by', 'flag --sort-by expects a value'],
  ])('%s is a usage error', async (words, message) => {
    const ran = await nodesize(words)
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toContain(`error: ${message}`)
  })
})

describe('a watch', () => {
  test('prints a node that is deleted as such', async () => {
    const path = '/api/v1/nodes/node-e'
    const body = sandbox.sandbox.handle(requestOf({ method: 'GET', path: '/api/v1/nodes/node-d' }))
    if (body.kind === 'watch') throw new Error('a watch')
    const { status } = body.body as { readonly status: object }
    sandbox.sandbox.handle(
      requestOf({ method: 'POST', path: '/api/v1/nodes', body: { metadata: { name: 'node-e' }, status } }),
    )
    const ran = await runBin(['nodesize', 'top', 'node-e', '--watch'], {
      env,
      onOutput: ({ stdout, pid }) => {
        if (stdout.includes('Deleted')) process.kill(pid, 'SIGINT')
        else if (stdout.includes('node-e')) sandbox.sandbox.handle(requestOf({ method: 'DELETE', path }))
      },
    })
    expect(ran).toMatchObject({ stderr: '', exit: 130 })
    expect(ran.stdout).toMatch(/\nnode-e .* Deleted\n$/)
  })

  test('prints the nodes, and ends with Ctrl-C', async () => {
    const ran = await runBin(['nodesize', 'top', '--watch'], {
      env,
      onOutput: ({ stdout, pid }) => stdout.includes('node-d') && process.kill(pid, 'SIGINT'),
    })
    expect(ran).toMatchObject({ stderr: '', exit: 130 })
    expect(ran.stdout).toMatch(/^NODE +SIZE .*\nnode-a .*\nnode-b .*\nnode-c .*\nnode-d .*\n$/)
  })

  test('draws bars on a terminal of 80 columns, and ends after --request-timeout', async () => {
    const command = 'nodesize top node-a -w --request-timeout=4s'
    const { shown, exit } = await runOnTerminal(command, {
      env: { ...env, LANG: 'C.UTF-8', NO_COLOR: '1' },
      columns: 80,
    })
    expect(exit).toBe(0)
    // On a busy machine, it says first what it waits for, and takes that back.
    const last = shown.replaceAll('\r\n', '\n').split('\x1b[2K').at(-1)
    expect(last).toMatch(/^NODE +SIZE +CPU +REQ +USE .*\nnode-a +4\/8Gi +█+.* Ready\n$/)
  })
})

test('without the right to list pods, top says which right is missing', async () => {
  const ran = await nodesize('top --as nobody')
  expect(ran).toMatchObject({ exit: 5, stdout: '' })
  expect(ran.stderr).toMatch(/nobody.*cannot/)
})
