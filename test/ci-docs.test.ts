import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { parse } from 'yaml'
import { begin, broken, checkout, header, listed, page } from './support/ci-page.ts'
import type { Step } from './support/pipeline.ts'

// A script is a handful of programs, one after the other.
jest.setTimeout(60_000)

const jobs: Record<'validate' | 'push', { steps: Step[] }> = parse(page.workflow).jobs
const pipeline = parse(page.gitlab)
const script = (job: 'validate' | 'push'): string =>
  [...pipeline.default.before_script, ...pipeline[job].script].join('\n')

const npm = 'npm install --global ./tools/kubeletcfg-0.1.0.tgz\n'

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

test('both push in the same order', () => {
  const words = (text: string) => text.replaceAll('GITHUB_SHA', 'CI_COMMIT_SHA').split(/\s+/).join(' ').trim()
  const push = jobs.push.steps.find(({ name }) => name === 'Push')?.run ?? ''
  expect(words(pipeline.push.script.join('\n'))).toBe(words(`${push} kubeletcfg list`))
})

test('neither pipeline needs documents of single nodes', async () => {
  await using it = await begin()
  const { repository, KUBECONFIG } = it
  await repository.runScript('rm -r kubelet/nodes')
  expect(await repository.runScript(script('validate'))).toMatchObject({ exit: 0 })
  expect(await repository.runScript(script('push'), { KUBECONFIG })).toMatchObject({ exit: 0 })
})
