import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { actionlint, python } from './programs.ts'
import { action } from './runner.ts'

const root = join(import.meta.dirname, '..', '..')
const programs = { actionlint: join(await actionlint(), 'actionlint'), python: await python() }
const page = readFileSync(join(root, 'docs', 'ci.md'), 'utf8')

/** The files of the page, by their names: the last name in backticks before each block. */
const files = new Map(
  [...page.matchAll(/`(\.[\w./-]+\.ya?ml)`[^`]*?\n```yaml\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name!, text!]),
)

/** What actionlint and shellcheck have against these workflows, in a repository that is this action. */
function lint(workflows: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'))
  execFileSync('git', ['init', '--quiet', folder])
  mkdirSync(join(folder, '.github', 'workflows'), { recursive: true })
  writeFileSync(join(folder, 'action.yml'), readFileSync(join(root, 'action.yml')))
  for (const [name, text] of Object.entries(workflows)) writeFileSync(join(folder, name), text)
  return spawnSync(programs.actionlint, [], { cwd: folder, encoding: 'utf8' }).stdout
}

const complaints = (module: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(programs.python, ['-m', module, ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? '' : stdout + stderr
}

/** Here the action is that of the repository itself, whose inputs actionlint knows. */
const withThisAction = (text: string): string => text.replaceAll(/uses: \S+\/kubeletcfg@\S+/g, 'uses: ./')

/** The steps of the action as those of a workflow with the same inputs: actionlint looks into no scripts of actions. */
const asWorkflow = (steps: typeof action.runs.steps): string =>
  stringify({
    on: {
      workflow_call: {
        inputs: Object.fromEntries(Object.keys(action.inputs).map((name) => [name, { type: 'string' }])),
      },
    },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps } },
  })

test('the page has the workflows, and the files of other pipelines', () => {
  const names = ['.github/workflows/kubelet.yaml', '.github/workflows/kubelet-risks.yaml', '.gitlab-ci.yml']
  assert.deepEqual(
    [...names, '.pre-commit-config.yaml'].filter((name) => !files.has(name)),
    [],
  )
})

test('actionlint and shellcheck accept the workflows of the page', () => {
  const workflows = [...files].filter(([name]) => name.startsWith('.github/workflows/'))
  assert.equal(lint(Object.fromEntries(workflows.map(([name, text]) => [name, withThisAction(text)]))), '')
})

test('actionlint and shellcheck accept the steps of the action', () => {
  assert.equal(lint({ '.github/workflows/action.yaml': asWorkflow(action.runs.steps) }), '')
})

test('actionlint and shellcheck object to a wrong input, an unquoted variable and an injection', () => {
  const runs = ['echo $VERSION', 'echo "$' + '{{ github.event.issue.title }}"', 'echo "$' + '{{ inputs.file }}"']
  const steps = runs.map((run) => ({ name: 'x', run }))
  const found = lint({ '.github/workflows/action.yaml': asWorkflow(steps) })
  for (const complaint of [/SC2086/, /potentially untrusted/, /property "file" is not defined/])
    assert.match(found, complaint)
  const workflow = files.get('.github/workflows/kubelet-action.yaml') ?? ''
  const renamed = withThisAction(workflow).replace('kubernetes-version:', 'kubernetes-versions:')
  assert.match(lint({ '.github/workflows/kubelet-action.yaml': renamed }), /input "kubernetes-versions" is not defined/)
})

test('the published schemas accept the action and the pipelines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipelines-'))
  const judge = (schema: string, ...paths: string[]): void =>
    assert.equal(complaints('check_jsonschema', '--builtin-schema', `vendor.${schema}`, ...paths), '')
  const written = (prefix: string): string[] =>
    [...files].flatMap(([name, text]) => {
      if (!name.startsWith(prefix)) return []
      const file = join(folder, basename(name))
      writeFileSync(file, text)
      return [file]
    })
  judge('github-workflows', ...written('.github/'))
  judge('gitlab-ci', ...written('.gitlab-ci'))
  judge('github-actions', 'action.yml')
})

test('pre-commit accepts the manifest of the hooks and the configuration of the page', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pre-commit-')), '.pre-commit-config.yaml')
  writeFileSync(file, files.get('.pre-commit-config.yaml') ?? '')
  assert.equal(complaints('pre_commit', 'validate-manifest', '.pre-commit-hooks.yaml'), '')
  assert.equal(complaints('pre_commit', 'validate-config', file), '')
})

test('hooks get the Node.js that the lockfile has', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const hooks: { language_version: string }[] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'))
  for (const hook of hooks) assert.equal(hook.language_version, packages['node_modules/node'].version)
})
