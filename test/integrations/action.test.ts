import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { startSandbox } from '../../src/sandbox/start.ts'
import { action, type Inputs, obeyed, Runner } from './runner.ts'

const root = join(import.meta.dirname, '..', '..')
const { bin, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  bin: Readonly<Record<string, string>>
  engines: { readonly node: string }
}
/** One installation for all tests but its own, which take it from what is checked out. */
const installed = await (await Runner.start()).run({ command: 'install' })

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

type Files = Readonly<Record<string, string>>

/** A runner with one valid configuration in its workspace. */
async function begin(files: Files = {}, env: Files = { PATH: installed.path }): Promise<Runner> {
  const runner = await Runner.start(env)
  await mkdir(join(runner.workspace, 'kubelet'))
  for (const [file, text] of Object.entries({ 'kubelet/global.yaml': `${header}maxPods: 50\n`, ...files }))
    await writeFile(join(runner.workspace, file), text)
  return runner
}

const run = (runner: Runner, inputs: Inputs) => runner.run({ version: 'installed', ...inputs })

test('sets up a Node.js that the package runs on', async () => {
  const text = await readFile(join(root, 'action.yml'), 'utf8')
  const [, major, minor] = /node-version: (\d+)\.(\d+)\./.exec(text) ?? []
  const [, from, least, next] = /^\^(\d+)\.(\d+)\.0 \|\| >=(\d+)$/.exec(engines.node) ?? []
  assert.ok((major === from && Number(minor) >= Number(least)) || Number(major) >= Number(next))
})

test('validates the folder kubelet, and annotates what is not valid', async () => {
  const runner = await begin({ 'kubelet/broken.yaml': `${header}maxpods: 50\n` })
  const { exit, stdout, stderr, outputs } = await run(runner, { 'kubernetes-version': '1.35,1.36' })
  assert.deepEqual([exit, outputs['exit-code']], [3, '3'])
  assert.match(obeyed(stdout).join('\n'), /^::error file=kubelet\/broken.yaml,line=3,col=1,endColumn=7,title=[^\n]*$/)
  assert.match(stderr, /2 documents for kubelet 1\.35, 1\.36/)
})

test('passes when every document is valid, in paths with spaces, and with more arguments', async () => {
  const runner = await begin({ 'a file.yaml': `${header}maxpods: 50\n`, '--output=json': `${header}maxPods: 50\n` })
  const files = '\n  kubelet\na file.yaml\n--output=json\n'
  const { exit, stdout, stderr, outputs } = await run(runner, { files, args: '--lenient\n--exclude=no such\n' })
  assert.deepEqual([exit, outputs['exit-code']], [0, '0'])
  assert.match(obeyed(stdout).join('\n'), /^::warning file=a file\.yaml,line=3,[^\n]*$/)
  assert.match(stderr, /3 documents/)
})

test('gives a report in another format as a file', async () => {
  const runner = await begin({ 'kubelet/broken.yaml': `${header}maxpods: 50\n` })
  const { exit, stdout, outputs } = await run(runner, { args: '--output=sarif\n' })
  assert.equal(exit, 3, stdout)
  const { runs } = JSON.parse(await readFile(outputs['report'] ?? '', 'utf8'))
  assert.equal(runs[0].results[0].ruleId, 'STRICT-CASE')
  assert.deepEqual(obeyed(stdout), [])
})

test('a push that is refused says why in its summary', async () => {
  const runner = await begin({ 'kubelet/global.yaml': `${header}maxpods: 50\n` })
  const { exit, summary } = await run(runner, { command: 'push', files: 'kubelet/global.yaml', args: '--global' })
  assert.notEqual(exit, 0)
  assert.match(summary, /^### kubeletcfg push\n\n {4}.*error/s)
})

test('fmt lists files that are not formatted', async () => {
  const runner = await begin({
    'kubelet/b.yaml': 'kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n',
  })
  const { exit, stdout, summary } = await run(runner, { command: 'fmt' })
  assert.equal(exit, 3)
  assert.match(stdout, /^kubelet\/b\.yaml$/m)
  assert.equal(summary, '### kubeletcfg fmt\n\n    kubelet/b.yaml\n')
})

test('install adds all commands to PATH, built from what is checked out', () => {
  assert.equal(installed.exit, 0, installed.stderr)
  const [folder = ''] = installed.path.split(':')
  for (const name of Object.keys(bin)) assert.ok(realpathSync(join(folder, name)).endsWith(bin[name] ?? '?'), name)
  for (const name of ['kubeletcfg', 'nodesize'])
    assert.match(
      execFileSync('sh', ['-c', `${name} --version`], { env: { PATH: installed.path }, encoding: 'utf8' }),
      new RegExp(`^${name}/`),
    )
})

test('neither asks a registry for kubeletcfg nor runs scripts of packages', () => {
  const scripts = action.runs.steps.map(({ run = '' }) => run).join('\n')
  assert.match(scripts, /npm ci --ignore-scripts/)
  assert.doesNotMatch(scripts, /npm (install|i|exec|x)\b|npx/)
})

test('accepts only its checkout, or what is installed', async () => {
  for (const version of [
    'latest',
    '0.1.0',
    'file:../x',
    'git+https://example.com/x',
    '--global',
    '$(id)',
    'a\nb',
    '',
  ]) {
    const { exit, stdout } = await (await begin()).run({ version })
    assert.deepEqual([exit, obeyed(stdout).length], [2, 1], version)
  }
})

test('refuses a command that it does not know', async () => {
  const { exit, stdout } = await run(await begin(), { command: 'delete' })
  assert.equal(exit, 2)
  assert.match(obeyed(stdout).join('\n'), /^::error title=kubeletcfg::input command must be/)
})

test('push stores the document with the commit, and leaves no kubeconfig', async () => {
  const sandbox = await startSandbox({})
  try {
    const runner = await begin()
    const kubeconfig = await readFile(sandbox.kubeconfig, 'utf8')
    const push: Inputs = { command: 'push', files: 'kubelet/global.yaml', args: '--global', kubeconfig }
    const { exit, stdout, stderr, summary, outputs } = await run(runner, push)
    assert.deepEqual([exit, outputs['exit-code']], [0, '0'], stdout + stderr)
    const stored = 'configmap/global-kubelet-configuration created (revision 1)\n'
    assert.ok(summary.startsWith('### kubeletcfg push\n\n    ') && summary.includes(`    ${stored}`), summary)
    assert.equal(await readFile(outputs['report'] ?? '', 'utf8'), stored)
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
    const validated = await run(runner, inputsOf(validate))
    assert.equal(validated.exit, 0)
    assert.match(validated.stderr, /^2 documents for kubelet 1\.36: 2 valid/m)
    const { kubeconfig: secret, ...inputs } = inputsOf(push)
    assert.equal(secret, '$' + '{{ secrets.KUBECONFIG }}')
    const pushed = await run(runner, { ...inputs, kubeconfig: await readFile(sandbox.kubeconfig, 'utf8') })
    assert.equal(pushed.exit, 0, pushed.stderr)
    assert.match(pushed.summary, /node-a-kubelet-configuration created[\s\S]*global-kubelet-configuration created/)
  } finally {
    await sandbox.close()
  }
})

test('no input is run by the shell', async () => {
  const hostile = 'x$(touch hacked)`touch hacked`\n"; touch hacked; "\n\'; touch hacked; \''
  const { path } = installed
  for (const command of ['validate', 'fmt', 'push', hostile]) {
    const runner = await begin({}, { PATH: path })
    const others = Object.keys(action.inputs).map((name) => [name, hostile])
    const { exit } = await run(runner, { ...Object.fromEntries(others), command, version: 'installed' })
    assert.deepEqual([exit, readdirSync(runner.workspace)], [2, ['kubelet']], command)
  }
})

test('scripts have no expressions, and actions are pinned by commit', () => {
  for (const { run = '', uses } of action.runs.steps) {
    assert.doesNotMatch(run, /\$\{\{/)
    if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  }
})
