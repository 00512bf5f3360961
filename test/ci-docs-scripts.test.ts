import { describe, expect, jest, test } from '@jest/globals'
import { parse } from 'yaml'
import { begin, broken, checkout, header, listed, page } from './support/ci-page.ts'
import type { Step } from './support/pipeline.ts'

// A script is a handful of programs, one after the other.
jest.setTimeout(60_000)

const git = 'git -c user.name=x -c user.email=x@example.com'

describe('other systems', () => {
  test.each([
    ['passes', {}, 0],
    ['fails, when a kubelet would not start,', { 'kubelet/nodes/node-a.yaml': broken }, 3],
    ['fails, when a file is not formatted,', { 'kubelet/global.yaml': `maxPods:    50\n${header}` }, 3],
  ])('the job for all branches %s with the exit code that a system looks at', async (_, files, exit) => {
    const repository = await checkout(files)
    expect(await repository.runScript(page.everywhere)).toMatchObject({ exit })
  })

  test('the job for the default branch stores every document, with its commit', async () => {
    await using it = await begin()
    const { repository, KUBECONFIG } = it
    await repository.runScript(`git init -q . && ${git} commit -q --allow-empty -m x`)
    const ran = await repository.runScript(page.onDefaultBranch, { KUBECONFIG })
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(listed) })
    const { stdout } = await repository.runScript('git rev-parse HEAD; kubeletcfg list -o json', { KUBECONFIG })
    const [commit, list = ''] = stdout.split(/\n(.*)/s)
    expect(JSON.parse(list).items.map(({ message }: { message: string }) => message)).toEqual([commit, commit])
  })
})

describe('risks', () => {
  const run = (parse(page.risks).jobs.risks.steps as Step[]).at(-1)!.run!
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

describe('scripts of your own', () => {
  test('push only what differs', async () => {
    await using it = await begin()
    const { repository, KUBECONFIG } = it
    const first = await repository.runScript(page.own, { KUBECONFIG })
    const unapplied = expect.stringMatching(/^warning: no agent reports of any of the 3 nodes, .*\n$/)
    expect(first).toMatchObject({ exit: 0, stderr: unapplied })
    expect(first.stdout).toMatch(/configmap\/global-kubelet-configuration created \(revision 1\)\n$/)
    expect(await repository.runScript(page.own, { KUBECONFIG })).toMatchObject({ exit: 0, stderr: '' })
    await repository.write('kubelet/global.yaml', broken)
    expect(await repository.runScript(page.own, { KUBECONFIG })).toMatchObject({ exit: 3, stdout: '' })
  })

  test.each(page.rehearsals.trim().split('\n'))('are rehearsed by %s', async (line) => {
    const repository = await checkout()
    await repository.write('push-to-all.sh', `#!/bin/sh\n${page.own}`)
    const ran = await repository.runScript(`chmod +x push-to-all.sh\n${line.replace('$ ', '')}`)
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('created (revision 1)') })
  })

  test('get no prompts and no colours, and end where set -e ends them', async () => {
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
