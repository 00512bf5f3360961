import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { parse } from 'yaml'
import { type RunningSandbox, startSandbox } from '../src/sandbox/start.ts'
import { Pipeline, type Step } from './support/pipeline.ts'

// A script is a handful of programs, one after the other.
jest.setTimeout(60_000)

const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'ci.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!)

/** The blocks of the action and of pre-commit are tested by `npm run test:integrations`. */
const [workflow = '', , gitlab = '', , risks = '', rights = ''] = blocks('yaml')
const [elsewhere, elsewherePush, own] = blocks('sh') as [string, string, string]
const [rehearsal] = blocks('console') as [string]
const jobs: Record<'validate' | 'push', { steps: Step[] }> = parse(workflow).jobs
const pipeline = parse(gitlab)
const script = (job: 'validate' | 'push'): string =>
  [...pipeline.default.before_script, ...pipeline[job].script].join('\n')

const npm = 'npm install --global kubeletcfg\n'
const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const broken = `${header}maxpods: 50\nnodeStatusUpdateFrequency: 10 seconds\n`

const git = 'git -c user.name=x -c user.email=x@example.com'

type Files = Readonly<Record<string, string>>

/** A repository with two configurations, and these files. */
async function checkout(files: Files = {}, secrets: Files = {}): Promise<Pipeline> {
  const repository = await Pipeline.with(secrets)
  const usual = {
    'kubelet/global.yaml': `${header}maxPods: 50\n`,
    'kubelet/nodes/node-a.yaml': `${header}maxPods: 110\n`,
  }
  for (const [file, content] of Object.entries({ ...usual, ...files })) await repository.write(file, content)
  return repository
}

/** The same, and a cluster where the user of our example has the rights of our example. */
async function begin(files: Files = {}) {
  const setup = await Pipeline.with({})
  await setup.write('rights.yaml', rights)
  const sandbox = await startSandbox({ load: [join(setup.folder, 'rights.yaml')] })
  const login = await kubeconfigOfPipeline(sandbox)
  const repository = await checkout({ ...files, login }, { KUBECONFIG: login })
  const KUBECONFIG = join(repository.folder, 'login')
  return { repository, KUBECONFIG, [Symbol.asyncDispose]: () => sandbox.close() }
}

async function kubeconfigOfPipeline({ kubeconfig }: RunningSandbox): Promise<string> {
  const config = JSON.parse(await readFile(kubeconfig, 'utf8'))
  config.users[0].user.as = 'pipeline'
  return JSON.stringify(config)
}

const listed = /^global +1 +\S+ +2 +ok\nnode node-a +1 +\S+ +1 +ok/m

describe('GitHub Actions', () => {
  test('validate passes when every kubelet would start', async () => {
    const repository = await checkout()
    const [install, validate] = await repository.runSteps(jobs.validate.steps)
    expect(install).toMatchObject({ exit: 0, stdout: npm })
    expect(validate).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringMatching(/^2 documents .* 2 valid/) })
  })

  test('validate annotates each line with a problem, and fails', async () => {
    const repository = await checkout({ 'kubelet/global.yaml': broken })
    const ran = (await repository.runSteps(jobs.validate.steps)).at(-1)
    expect(ran).toMatchObject({
      exit: 3,
      stdout: expect.stringMatching(
        /^::error file=kubelet\/global.yaml,line=3,.*\n::error file=kubelet\/global.yaml,line=4,.*\n$/,
      ),
      stderr: expect.stringContaining('1 valid, 0 ignored in part, 1 refused'),
    })
  })

  test('push stores every document, with the rights of the example', async () => {
    await using it = await begin()
    const rans = await it.repository.runSteps(jobs.push.steps)
    expect(rans.map(({ exit, stderr }) => [exit, stderr.match(/^error.*/m)?.[0]])).toEqual(
      jobs.push.steps.filter(({ run }) => run !== undefined).map(() => [0, undefined]),
    )
    expect(rans.at(-1)?.stdout).toMatch(listed)
  })

  test('push writes nothing when a kubelet would refuse one document', async () => {
    await using it = await begin({ 'kubelet/nodes/node-a.yaml': broken })
    const ran = (await it.repository.runSteps(jobs.push.steps)).at(-1)
    expect(ran).toMatchObject({ exit: 3, stdout: '' })
  })
})

describe('GitLab', () => {
  test.each([
    ['passes when every kubelet would start', {}, 0],
    ['fails when one would not', { 'kubelet/nodes/node-a.yaml': broken }, 3],
  ])('validate %s, and reports it', async (_, files, exit) => {
    const repository = await checkout(files)
    expect(await repository.runScript(script('validate'))).toMatchObject({ exit, stdout: npm })
    const report = await readFile(join(repository.folder, pipeline.validate.artifacts.reports.junit), 'utf8')
    expect(report).toContain(`<testsuites name="kubeletcfg validate" tests="2" failures="${exit === 0 ? 0 : 1}"`)
  })

  test('push stores what has changed, and a node that keeps what the others lose is no risk', async () => {
    await using it = await begin()
    const { KUBECONFIG } = it
    const first = await it.repository.runScript(script('push'), { KUBECONFIG })
    expect(first).toMatchObject({ exit: 0, stdout: expect.stringMatching(listed) })
    await it.repository.write('kubelet/global.yaml', header)
    await it.repository.write('kubelet/nodes/node-b.yaml', `${header}maxPods: 50\n`)
    const again = await it.repository.runScript(script('push'), { KUBECONFIG })
    expect(again.exit).toBe(0)
    expect(again.stdout.match(/^configmap.*/gm)).toEqual([
      'configmap/node-a-kubelet-configuration unchanged (revision 1)',
      'configmap/node-b-kubelet-configuration created, no effect on the kubelet (revision 1)',
      'configmap/global-kubelet-configuration updated (revision 2)',
    ])
  })
})

describe('other systems', () => {
  test.each([
    ['passes', {}, 0],
    ['fails, when a kubelet would not start,', { 'kubelet/nodes/node-a.yaml': broken }, 3],
    ['fails, when a file is not formatted,', { 'kubelet/global.yaml': `maxPods:    50\n${header}` }, 3],
  ])('the job for all branches %s with the exit code that a system looks at', async (_, files, exit) => {
    const repository = await checkout(files)
    expect(await repository.runScript(elsewhere)).toMatchObject({ exit })
  })

  test('the job for the default branch stores every document, with its commit', async () => {
    await using it = await begin()
    const { repository, KUBECONFIG } = it
    await repository.runScript(`git init -q . && ${git} commit -q --allow-empty -m x`)
    const ran = await repository.runScript(elsewherePush, { KUBECONFIG })
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(listed) })
    const { stdout } = await repository.runScript('git rev-parse HEAD; kubeletcfg list -o json', { KUBECONFIG })
    const [commit, list = ''] = stdout.split(/\n(.*)/s)
    expect(JSON.parse(list).items.map(({ message }: { message: string }) => message)).toEqual([commit, commit])
  })
})

test('both push in the same order', () => {
  const words = (text: string) => text.replaceAll('GITHUB_SHA', 'CI_COMMIT_SHA').split(/\s+/).join(' ').trim()
  const push = jobs.push.steps.find(({ name }) => name === 'Push')?.run ?? ''
  expect(words(pipeline.push.script.join('\n'))).toBe(words(`${push} kubeletcfg list`))
})

describe('risks', () => {
  const run = (parse(risks).jobs.risks.steps as Step[]).at(-1)!.run!
  const change = [
    `git init -q . && ${git} add kubelet && ${git} commit -qm old`,
    'echo "cpuManagerPolicy: static" >> kubelet/global.yaml',
    'echo "reservedSystemCPUs: \'0\'" >> kubelet/global.yaml',
    `${git} commit -qam new`,
  ]

  test.each([
    ['', 5],
    ['bug accept-risk=drain accept-risk=state-file', 0],
  ])('with the labels %j, check-change of a pull request exits %d', async (LABELS, exit) => {
    const repository = await checkout()
    const ran = await repository.runScript([...change, run].join('\n'), { LABELS, BASE: 'HEAD~1' })
    expect(ran).toMatchObject({ exit, stdout: expect.stringContaining('cpuManagerPolicy: none → static [state-file]') })
  })
})

test('neither pipeline needs documents of single nodes', async () => {
  await using it = await begin()
  const { repository, KUBECONFIG } = it
  await repository.runScript('rm -r kubelet/nodes')
  expect(await repository.runScript(script('validate'))).toMatchObject({ exit: 0 })
  expect(await repository.runScript(script('push'), { KUBECONFIG })).toMatchObject({ exit: 0 })
})

describe('scripts of your own', () => {
  test('push what differs, and only that', async () => {
    await using it = await begin()
    const { repository, KUBECONFIG } = it
    const first = await repository.runScript(own, { KUBECONFIG })
    expect(first).toMatchObject({ exit: 0, stderr: '' })
    expect(first.stdout).toMatch(/configmap\/global-kubelet-configuration created \(revision 1\)\n$/)
    expect(await repository.runScript(own, { KUBECONFIG })).toMatchObject({ exit: 0, stderr: '' })
    await repository.write('kubelet/global.yaml', broken)
    expect(await repository.runScript(own, { KUBECONFIG })).toMatchObject({ exit: 3, stdout: '' })
  })

  test.each(rehearsal.trim().split('\n'))('are rehearsed by %s', async (line) => {
    const repository = await checkout()
    await repository.write('push-to-all.sh', `#!/bin/sh\n${own}`)
    const ran = await repository.runScript(`chmod +x push-to-all.sh\n${line.replace('$ ', '')}`)
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('created (revision 1)') })
  })

  test('are asked nothing, shown no colours, and end where set -e ends them', async () => {
    await using it = await begin()
    const { repository, KUBECONFIG } = it
    const push = 'kubeletcfg push -f kubelet/global.yaml --global'
    const ran = await repository.runScript(`${push} || echo "refused with $?"\n${push} --yes\n${push}x\necho here`, {
      KUBECONFIG,
      TERM: 'xterm',
    })
    expect(ran.exit).toBe(2)
    expect(ran.stdout).toBe('refused with 5\nconfigmap/global-kubelet-configuration created (revision 1)\n')
    expect(ran.stderr).toContain('error: nothing was changed: there is no terminal to ask for confirmation\n')
    expect(ran.stderr).not.toContain('\u001b')
  })
})
