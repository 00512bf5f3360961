import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { python } from './programs.ts'

const root = join(import.meta.dirname, '..', '..')
const { bin: program } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const top = mkdtempSync(join(tmpdir(), 'pre-commit-'))
const [bin, repository] = [join(top, 'bin'), join(top, 'repository')]
const interpreter = await python()
after(() => rmSync(top, { recursive: true, force: true }))

/** Where the hooks find Node.js: `system` looks for nodejs before node. */
mkdirSync(bin)
for (const name of ['node', 'nodejs']) symlinkSync(process.execPath, join(bin, name))
const env = {
  ...process.env,
  PATH: [bin, process.env['PATH']].join(delimiter),
  PRE_COMMIT_HOME: join(top, 'home'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: repository, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

interface Configuration {
  readonly repos: readonly { readonly hooks: readonly { readonly id: string }[] }[]
}
const simple: Configuration = { repos: [{ hooks: [{ id: 'kubeletcfg-validate' }, { id: 'kubeletcfg-fmt' }] }] }

/** A repository whose commits go through the hooks of the last commit of this checkout. */
function begin(hook: Readonly<Record<string, string>>, configuration = simple): void {
  rmSync(repository, { recursive: true, force: true })
  mkdirSync(join(repository, 'kubelet'), { recursive: true })
  const rev = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const hooks = configuration.repos[0]?.hooks.map((each) => ({ ...each, ...hook }))
  run('git', 'init', '--quiet')
  write('.pre-commit-config.yaml', stringify({ repos: [{ repo: root, rev, hooks }] }))
  write('deployment.yaml', 'kind: Deployment\n')
  assert.equal(run(interpreter, '-m', 'pre_commit', 'install').status, 0)
}

const write = (file: string, text: string): void => writeFileSync(join(repository, file), text)

function commit(): { status: number | null; output: string } {
  run('git', 'add', '--all')
  return run('git', 'commit', '--message=x')
}

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

function refusesThenAccepts(): void {
  write('kubelet/global.yaml', `${header}maxpods: 50\n`)
  const refused = commit()
  assert.equal(refused.status, 1, refused.output)
  assert.match(refused.output, /kubelet\/global\.yaml:3:1: error STRICT-CASE/)
  assert.doesNotMatch(refused.output, /deployment/)
  write('kubelet/global.yaml', `maxPods: 50 # enough\n${header}`)
  assert.match(commit().output, /files were modified by this hook/)
  assert.equal(readFileSync(join(repository, 'kubelet/global.yaml'), 'utf8'), `${header}maxPods: 50 # enough\n`)
  const accepted = commit()
  assert.equal(accepted.status, 0, accepted.output)
}

test('hooks that pre-commit builds from git', () => {
  begin({ language_version: 'system' })
  refusesThenAccepts()
})

const inPath = { language: 'system', language_version: 'default' }

test('hooks that run the kubeletcfg in PATH', () => {
  begin(inPath)
  symlinkSync(join(root, program.kubeletcfg), join(bin, 'kubeletcfg'))
  refusesThenAccepts()
})

test('hooks take no file name for a flag', () => {
  begin(inPath)
  for (const folder of ['--output=sarif', '-o', '--kubeconfig='].map((name) => join(name, 'kubelet'))) {
    mkdirSync(join(repository, folder), { recursive: true })
    write(join(folder, 'global.yaml'), `${header}maxPods: 50\n`)
  }
  write('kubelet/global.yaml', `${header}maxPods: 50\n`)
  const { status, output } = commit()
  assert.equal(status, 0, output)
  assert.match(output, /validate kubelet configurations\.+Passed/)
})

test('the hooks of the page, with its arguments', () => {
  const page = readFileSync(join(root, 'docs', 'ci.md'), 'utf8')
  const [, text = ''] = /`\.pre-commit-config\.yaml`:\n\n```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
  begin(inPath, parse(text))
  refusesThenAccepts()
  write('kubelet/global.yaml', `${header}featureGates:\n  NoSuchGate: true\n`)
  assert.match(commit().output, /for kubelet 1\.36/)
})
