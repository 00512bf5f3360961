import { expect, test } from '@jest/globals'
import { runExecutable } from './executable.ts'

/** Machines that build have no kubelet, and often no systemd. */
test('an agent is not installed on a machine without a kubelet', async () => {
  const { stdout, stderr, exit } = await runExecutable(['kubeletcfg', 'agent', 'install', '--dry-run=client'])
  expect(stderr).toMatch(/^error: nothing was changed: (?:the agent requires systemd|no kubelet found)/)
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 5 })
})

test('it is not run without the name of its node', async () => {
  const { stderr, exit } = await runExecutable(['kubeletcfg', 'agent', 'run'])
  expect(stderr).toContain('--node-name')
  expect(exit).toBe(2)
})

test.each([
  [['kubeletcfg', 'agent', '--help'], 'kubeletcfg agent COMMAND'],
  [['kubeletcfg', 'agent', 'install', '--help'], 'kubeletcfg agent install'],
  [['kubeletcfg', '__complete', '--', 'agent', 'uni'], 'uninstall\t'],
])('%j knows commands of two words', async (words, expected) => {
  const { stdout, exit } = await runExecutable(words)
  expect(stdout).toContain(expected)
  expect(exit).toBe(0)
})
