import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { examples, programs, runExecutable } from './executable.ts'

const document = join(examples, 'kubelet.yaml')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'))
})

/** Each needs a part of the bundle that is loaded on demand. */
test.each([
  [
    'the YAML package',
    'kubeletcfg fmt -',
    '---\n{ kind: KubeletConfiguration, apiVersion: kubelet.config.k8s.io/v1beta1 }',
    0,
  ],
  [
    'the JSON parser',
    'kubeletcfg validate -',
    '{"kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1"}',
    0,
  ],
  ['the formats of validate', `kubeletcfg validate -o sarif ${document}`, '', 0],
  ['the JSON Schema', 'kubeletcfg schema', '', 0],
  ['explanations', 'kubeletcfg explain maxPods', '', 0],
  ['YAML output', 'kubeletcfg defaults -o yaml', '', 0],
  ['JSONPath', 'kubeletcfg sandbox -- nodesize get -o jsonpath={.items[*].node}', '', 0],
  ['completion scripts', 'nodesize completion zsh', '', 0],
  ['suggestions', 'kubeletcfg validate --summery', '', 2],
])('%s is inside', async (_part, line, input, exit) => {
  const ran = await runExecutable(line.split(' '), { input, env: { KUBECONFIG: '/nonexistent' } })
  expect(ran).toMatchObject({ exit })
  expect(ran.stdout + ran.stderr).toMatch(/\S/)
  expect(ran.stderr).not.toMatch(/Cannot find|internal error|Warning/)
})

test('colours are inside', async () => {
  const { stdout } = await runExecutable(['kubeletcfg', 'validate', document], { env: { FORCE_COLOR: '1' } })
  expect(stdout).toContain('\u001b[')
})

test('the Kubernetes client for old logins is inside', async () => {
  const kubeconfig = join(folder, 'kubeconfig')
  const user = { 'auth-provider': { name: 'gcp', config: { 'access-token': 't' } } }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  }
  await writeFile(kubeconfig, JSON.stringify(config))
  const { stderr, exit } = await runExecutable(['nodesize', 'get', '--request-timeout=10s'], {
    env: { KUBECONFIG: kubeconfig },
  })
  expect(stderr).toContain('127.0.0.1:1')
  expect(exit).toBe(6)
})

test('prompts are inside', async () => {
  const argv = ['/usr/bin/script', '--quiet', '--return', '--command', `${programs}/kubeletcfg init`, '/dev/null']
  const { stdout } = await runExecutable(argv, {
    env: { TERM: 'xterm' },
    onOutput: ({ stdout, pid }) => {
      if (stdout.includes('?')) process.kill(pid, 'SIGTERM')
    },
  })
  expect(stdout).toMatch(/\?.*release/i)
})

test('the sandbox decodes protobuf', async () => {
  const script = `
    const { readFileSync } = require('node:fs')
    const config = readFileSync(process.env.KUBECONFIG, 'utf8')
    const [url, token, ca] = ['server', 'token', 'certificate-authority-data'].map((name) => new RegExp(name + '"?: "?([^"\\\\s]+)').exec(config)[1])
    const body = Buffer.concat([Buffer.from('k8s\\0'), Buffer.from([0xff])])
    const options = { method: 'POST', ca: Buffer.from(ca, 'base64'), headers: { authorization: 'Bearer ' + token, 'content-type': 'application/vnd.kubernetes.protobuf', 'content-length': body.length } }
    require('node:https').request(url + '/api/v1/namespaces', options, (answer) => {
      process.stdout.write(answer.statusCode + ' ')
      answer.pipe(process.stdout)
    }).end(body)`
  const { stdout, stderr } = await runExecutable(['kubeletcfg', 'sandbox', '--', process.execPath, '-e', script])
  expect(stderr).not.toMatch(/error/i)
  expect(stdout).toMatch(/^400 /)
  expect(stdout).not.toContain('Cannot find')
})
