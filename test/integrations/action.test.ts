import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { startSandbox } from '../../src/sandbox/start.ts'
import { startRegistry, version } from './registry.ts'
import { action, type Inputs, obeyed, Runner } from './runner.ts'

const root = join(import.meta.dirname, '..', '..')
const registry = await startRegistry()
after(() => registry.close())

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

type Files = Readonly<Record<string, string>>

/** A runner with one valid configuration in its workspace. */
async function begin(files: Files = {}, env: Files = { npm_config_registry: registry.url }): Promise<Runner> {
  const runner = await Runner.start(env)
  await mkdir(join(runner.workspace, 'kubelet'))
  for (const [file, text] of Object.entries({ 'kubelet/global.yaml': `${header}maxPods: 50\n`, ...files }))
    await writeFile(join(runner.workspace, file), text)
  return runner
}

test('validates the folder kubelet, and annotates what is not valid', async () => {
  const runner = await begin({ 'kubelet/broken.yaml': `${header}maxpods: 50\n` })
  const { exit, stdout, stderr, outputs } = await runner.run({ 'kubernetes-version': '1.35,1.36' })
  assert.deepEqual({ exit, outputs }, { exit: 3, outputs: { 'exit-code': '3' } })
  assert.match(obeyed(stdout).join('\n'), /^::error file=kubelet\/broken.yaml,line=3,col=1,endColumn=7,title=[^\n]*$/)
  assert.match(stderr, /2 documents for kubelet 1\.35, 1\.36/)
})

test('passes when every document is valid, in paths with spaces, and with more arguments', async () => {
  const runner = await begin({ 'a file.yaml': `${header}maxpods: 50\n`, '--output=json': `${header}maxPods: 50\n` })
  const files = '\n  kubelet\na file.yaml\n--output=json\n'
  const { exit, stdout, stderr, outputs } = await runner.run({ files, args: '--lenient\n--exclude=no such\n' })
  assert.deepEqual({ exit, outputs }, { exit: 0, outputs: { 'exit-code': '0' } })
  assert.match(obeyed(stdout).join('\n'), /^::warning file=a file\.yaml,line=3,[^\n]*$/)
  assert.match(stderr, /3 documents/)
})

test('fmt lists files that are not formatted', async () => {
  const runner = await begin({
    'kubelet/b.yaml': 'kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n',
  })
  const { exit, stdout, summary } = await runner.run({ command: 'fmt' })
  assert.equal(exit, 3)
  assert.match(stdout, /^kubelet\/b\.yaml$/m)
  assert.equal(summary, '### kubeletcfg fmt\n\n    kubelet/b.yaml\n')
})

test('install adds both commands to PATH', async () => {
  const { exit, path } = await (await begin()).run({ command: 'install' })
  assert.equal(exit, 0)
  for (const name of ['kubeletcfg', 'nodesize'])
    assert.match(
      execFileSync('sh', ['-c', `${name} --version`], { env: { PATH: path }, encoding: 'utf8' }),
      new RegExp(`^${name}/`),
    )
})

test('installs from the registry of the runner, not of the repository', async () => {
  const runner = await begin({ '.npmrc': 'registry=http://127.0.0.1:1/\n' })
  assert.equal((await runner.run({ version: 'latest' })).exit, 0)
  assert.ok(existsSync(join(runner.temp, 'kubeletcfg-latest')))
})

test('installs its own version by default', async () => {
  const runner = await begin()
  assert.equal((await runner.run({})).exit, 0)
  assert.ok(existsSync(join(runner.temp, `kubeletcfg-${version}`)))
})

test('accepts only a version or a dist-tag as version', async () => {
  for (const version of ['file:../x', 'git+https://example.com/x', '--global', '../x', '1 2', 'x@1', '$(id)', 'a\nb']) {
    const { exit, stdout } = await (await begin()).run({ version })
    assert.deepEqual([exit, obeyed(stdout).length], [2, 1], version)
  }
})

test('with version installed, uses the kubeletcfg in PATH', async () => {
  const { path } = await (await begin()).run({ command: 'install' })
  const runner = await begin({}, { PATH: path, npm_config_registry: 'http://127.0.0.1:1/' })
  assert.equal((await runner.run({ version: 'installed' })).exit, 0)
})

test('refuses a command that it does not know', async () => {
  const { exit, stdout } = await (await begin()).run({ command: 'delete' })
  assert.equal(exit, 2)
  assert.match(obeyed(stdout).join('\n'), /^::error title=kubeletcfg::input command must be/)
})

test('push stores the document with the commit, and leaves no kubeconfig', async () => {
  const sandbox = await startSandbox({})
  try {
    const runner = await begin()
    const kubeconfig = await readFile(sandbox.kubeconfig, 'utf8')
    const push: Inputs = { command: 'push', files: 'kubelet/global.yaml', args: '--global', kubeconfig }
    const { exit, stdout, stderr, summary, outputs } = await runner.run(push)
    assert.deepEqual({ exit, outputs }, { exit: 0, outputs: { 'exit-code': '0' } }, stdout + stderr)
    const stored = 'configmap/global-kubelet-configuration created (revision 1)\n'
    assert.equal(summary, `### kubeletcfg push\n\n    ${stored}`)
    assert.deepEqual(obeyed(stdout + stderr), [])
    const { users } = JSON.parse(kubeconfig)
    const secrets = Object.values<string>(users[0].user)
    assert.deepEqual(
      secrets.filter((secret) => (stdout + stderr + summary).includes(secret)),
      [],
    )
    assert.deepEqual(
      readdirSync(runner.temp).filter((name) => name.startsWith('kubeconfig')),
      [],
    )
  } finally {
    await sandbox.close()
  }
})

test('the workflow of the page validates, and pushes', async () => {
  const page = await readFile(join(root, 'docs', 'ci.md'), 'utf8')
  const [, text = ''] = /`\.github\/workflows\/kubelet-action\.yaml`:\n\n```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
  const { validate, push }: Record<string, { steps: { uses?: string; with?: Inputs }[] }> = parse(text).jobs
  const inputsOf = (job: typeof validate): Inputs =>
    job?.steps.find(({ uses }) => uses?.includes('/kubeletcfg@'))?.with ?? {}
  const sandbox = await startSandbox({})
  try {
    const runner = await begin()
    await mkdir(join(runner.workspace, 'kubelet', 'nodes'))
    await writeFile(join(runner.workspace, 'kubelet/nodes/node-a.yaml'), `${header}maxPods: 60\n`)
    const validated = await runner.run(inputsOf(validate))
    assert.equal(validated.exit, 0)
    assert.match(validated.stderr, /^2 documents for kubelet 1\.36: 2 valid/m)
    const { kubeconfig: secret, ...inputs } = inputsOf(push)
    assert.equal(secret, '$' + '{{ secrets.KUBECONFIG }}')
    const pushed = await runner.run({ ...inputs, kubeconfig: await readFile(sandbox.kubeconfig, 'utf8') })
    assert.equal(pushed.exit, 0, pushed.stderr)
    assert.match(pushed.summary, /node-a-kubelet-configuration created[\s\S]*global-kubelet-configuration created/)
  } finally {
    await sandbox.close()
  }
})

test('no input is run by the shell', async () => {
  const hostile = 'x$(touch hacked)`touch hacked`\n"; touch hacked; "\n\'; touch hacked; \''
  const { path } = await (await begin()).run({ command: 'install' })
  for (const command of ['validate', 'fmt', 'push', hostile]) {
    const runner = await begin({}, { PATH: path })
    const others = Object.keys(action.inputs).map((name) => [name, hostile])
    const { exit } = await runner.run({ ...Object.fromEntries(others), command, version: 'installed' })
    assert.deepEqual([exit, readdirSync(runner.workspace)], [2, ['kubelet']], command)
  }
})

test('scripts have no expressions, and actions are pinned by commit', () => {
  for (const { run = '', uses } of action.runs.steps) {
    assert.doesNotMatch(run, /\$\{\{/)
    if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  }
})
