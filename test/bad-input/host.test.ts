import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { header } from '../support/ci-page.ts'
import { patience } from './attempt.ts'
import { endOf, startBin } from './start-bin.ts'

/** Processes with this word in their environment. */
function withMark(mark: string): readonly string[] {
  const found = execFileSync('sh', ['-c', `grep -la ${mark} /proc/[0-9]*/environ 2>/dev/null || true`], {
    encoding: 'utf8',
  })
  return found.split('\n').filter((path) => path !== '' && !path.includes('self'))
}

test('Ctrl-C ends a command that leads to a host and says nothing, with all that it started', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'host-'))
  const file = join(folder.path, 'k.yaml')
  writeFileSync(file, header)
  const program = join(folder.path, 'connect')
  writeFileSync(program, '#!/bin/sh\nsleep 1000 &\necho connecting >&2\nwait\n', { mode: 0o755 })
  const mark = `HOST_TEST_${process.pid}`
  const started = startBin(`kubeletcfg validate ${file} --host -- env ${mark}=1 ${program}`)
  const deadline = Date.now() + patience
  // env, the script and its sleep.
  while (withMark(`${mark}=1`).length < 2 && Date.now() < deadline) await setTimeout(20)
  started.kill('SIGINT')
  const { exit, stderr } = await endOf(started)
  expect([exit, stderr]).toEqual([130, expect.stringContaining('error: interrupted')])
  while (withMark(`${mark}=1`).length > 0 && Date.now() < deadline) await setTimeout(20)
  expect(withMark(`${mark}=1`)).toEqual([])
})

test('a document on stdin does not reach the command, nor the command the document', async () => {
  const started = startBin('kubeletcfg validate - --host -- env')
  started.stdin.end(`${header}nonsense: $(exit 9)\n`)
  let stdout = ''
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const { exit } = await endOf(started)
  expect([exit, stdout]).toEqual([3, expect.stringContaining('<stdin>:3:1: error STRICT-UNKNOWN nonsense')])
})
