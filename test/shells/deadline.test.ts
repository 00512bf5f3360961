import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { startApiServer } from '../support/api-server.ts'
import { runProcess } from '../support/run-process.ts'
import { PATH } from './home.ts'

const folder = mkdtempSync(join(tmpdir(), 'deadline-'))

/** A plugin that prompts, and does not stop. */
const exec = {
  apiVersion: 'client.authentication.k8s.io/v1',
  interactiveMode: 'IfAvailable',
  command: 'sh',
  args: ['-c', 'echo password: >&2; echo password: >/dev/tty; sleep 300'],
}

function kubeconfig(server: string, user: object = {}): string {
  const file = join(mkdtempSync(join(folder, 'config-')), 'config')
  const config = {
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

/** Opening it takes until somebody writes to it, and occupies a thread of Node, as does the look-up of a name. */
function pipe(): string {
  const file = join(folder, 'pipe')
  execFileSync('mkfifo', [file])
  return file
}

async function timed(words: readonly string[], KUBECONFIG: string) {
  const start = performance.now()
  const ran = await runProcess('nodesize', ['__complete', '--', ...words], { env: { PATH, KUBECONFIG } })
  return { ran, ms: performance.now() - start }
}

test.each([
  ['no kubeconfig', async () => '/nonexistent'],
  ['a kubeconfig that cannot be parsed', async () => '/dev/null'],
  ['a kubeconfig that never ends', async () => pipe()],
  ['nobody who listens', async () => kubeconfig('https://127.0.0.1:1')],
  ['a server that never answers', async (silent: string) => kubeconfig(silent)],
  ['a credential plugin that prompts', async (silent: string) => kubeconfig(silent, { exec })],
])('with %s, completion takes less than a second, and prints nothing', async (_, config) => {
  await using silent = await startApiServer(() => new Promise<never>(() => {}))
  const path = await config(silent.url)
  const { ms: usual } = await timed(['set', '--'], path)
  const { ran, ms } = await timed(['set', 'x'], path)
  expect(ran).toEqual({ stdout: ':4\n', stderr: '', exit: 0 })
  expect(ms - usual).toBeLessThan(1_000)
})

test('kubectl gets answers in its protocol', async () => {
  const env = { PATH }
  for (const [command, word, answer] of [
    ['kubectl_complete-nodesize', 'unins', 'uninstall\tDelete the balloon'],
    ['kubectl_complete-kubeletcfg', 'val', 'validate\tValidate a kubelet'],
  ] as const) {
    const { stdout, stderr, exit } = await runProcess(command, [word], { env })
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
    expect(stdout.startsWith(answer)).toBe(true)
    expect(stdout).toMatch(/\n:4\n$/)
  }
})
