import { beforeAll, expect, test } from '@jest/globals'
import { configuration, done, globalName, leaveNoDocuments, push } from './documents.ts'
import { installPrograms, runInShell } from './programs.ts'

let programs: string
beforeAll(async () => {
  programs = await installPrograms('kubectl-kubeletcfg')
})
leaveNoDocuments()

const run = (command: string) => runInShell(command, { programs, cwd: programs })

test('kubectl finds it on PATH, and passes arguments and the exit code on', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  expect(await run('kubectl kubeletcfg list --output name')).toEqual(done(`configmap/${globalName}\n`))
  expect(await run('kubectl kubeletcfg get --node node-a')).toMatchObject({ exit: 3 })
})

test.each(['kubectl kubeletcfg --help', 'kubectl kubeletcfg push --help'])(
  '%s calls it as kubectl does',
  async (help) => {
    const { stdout, exit } = await run(help)
    expect(stdout).toMatch(/^ {2}kubectl kubeletcfg /m)
    expect(stdout).not.toMatch(/^ {2}kubeletcfg /m)
    expect(exit).toBe(0)
  },
)

test('the command that a refusal suggests is one for kubectl', async () => {
  await push(configuration('maxPods: 50'), ['--global'])
  const { stderr } = await run('kubectl kubeletcfg delete --global')
  const [, hint = ''] = /add --yes: (.*)\n$/.exec(stderr) ?? []
  expect(hint).toBe('kubectl kubeletcfg delete --global --yes')
  expect(await run(hint)).toMatchObject({ exit: 0 })
})
