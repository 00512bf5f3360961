import { chmod, copyFile, link, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { calledBy, names } from '../../scripts/build/exe/program-names.ts'
import { executable, programs, runExecutable } from './executable.ts'

const version = process.versions.node

test.each(names.slice(0, 4))('%s says its version, commit and Node.js', async (name) => {
  const { stdout, stderr, exit } = await runExecutable([name, '--version'])
  const program = name.replace('kubectl-', '')
  expect(stdout).toMatch(
    new RegExp(`^${program}/\\d+\\.\\d+\\.\\d+\\+[0-9a-f]{7,}(\\.dirty)? linux-\\w+ node-v${version}\n$`),
  )
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
})

test.each(names.slice(4))('%s completes for kubectl', async (name) => {
  const { stdout, stderr, exit } = await runExecutable([name, 'ge'])
  expect(stdout).toMatch(/^get\t/)
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
})

describe('under another name', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'renamed-'))
  })

  test.each([
    ['kcfg', 'kubeletcfg'],
    ['kubeletcfg-0.1.0-linux-amd64', 'kubeletcfg'],
    ['nodesize.old', 'nodesize'],
    ['kubectl-nodesize-0.1.0', 'nodesize'],
    ['nodesizer', 'kubeletcfg'],
    ['a name with spaces', 'kubeletcfg'],
  ])('%s runs %s', async (name, program) => {
    const path = join(folder, name)
    await symlink(executable, path)
    expect(await runExecutable([path, '--version'])).toMatchObject({
      stdout: expect.stringMatching(new RegExp(`^${program}/`)),
      stderr: '',
      exit: 0,
    })
  })

  test('a program that the name does not select is named in the message', async () => {
    const path = join(folder, 'sizes')
    await symlink(executable, path)
    const { stderr, exit } = await runExecutable([path, 'set', 'node-a', '--cpu', '2'])
    expect(stderr).toMatch(/^error: .*set.*\n/)
    expect(stderr).toContain('kubeletcfg --help')
    expect(exit).toBe(2)
  })

  test('a copy and a hard link work as the file does', async () => {
    const copy = join(folder, 'nodesize')
    await copyFile(executable, copy)
    await chmod(copy, 0o755)
    const hard = join(folder, 'kubectl-kubeletcfg')
    await link(copy, hard)
    expect((await runExecutable([copy, '--version'])).stdout).toMatch(/^nodesize\//)
    expect((await runExecutable([hard, '--help'])).stdout).toContain('\n  kubectl kubeletcfg [COMMAND]\n')
  })

  test('the name in argv decides, not the file', async () => {
    const { stdout } = await runExecutable(['/bin/bash', '-c', `exec -a nodesize '${executable}' --version`])
    expect(stdout).toMatch(/^nodesize\//)
  })
})

test('a name decides only with an end of a word behind it', () => {
  expect(calledBy('/usr/local/bin/nodesize').program).toBe('nodesize')
  expect(calledBy('nodesize2').program).toBe('kubeletcfg')
  expect(calledBy('').program).toBe('kubeletcfg')
})

test('the links are relative, so the folder can be moved or packed', async () => {
  const { stdout } = await runExecutable(['/bin/sh', '-c', `cd '${programs}' && readlink ${names.slice(1).join(' ')}`])
  expect(stdout).toBe('kubeletcfg\n'.repeat(names.length - 1))
})
