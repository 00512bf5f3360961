import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { fileOf } from '../../../support/installed.ts'
import { runBin } from '../../../support/run-bin.ts'
import { runProcess } from '../../../support/run-process.ts'

const answered = { stdout: ':4\n', stderr: '', exit: 0 }

/** Opening it occupies a thread of Node until somebody writes to it. */
function pipe(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'leave-')), 'pipe')
  execFileSync('mkfifo', [file])
  return file
}

test('a thread that is occupied does not keep a process that has answered', async () => {
  expect(await runBin(['nodesize', '__complete', '--', 'set', 'x'], { env: { KUBECONFIG: pipe() } })).toEqual(answered)
})

test('without a shell, the answer is as fast, and the process ends later', async () => {
  const KUBECONFIG = pipe()
  const command = `mount --bind /dev/null /bin/sh && exec '${process.execPath}' '${fileOf('nodesize')}' __complete -- set x`
  const ran = await runProcess('unshare', ['--mount', '--map-root-user', 'sh', '-c', command], {
    env: { KUBECONFIG, HOME: '/nonexistent', PATH: process.env['PATH'] },
    onOutput: ({ stdout }) => stdout === answered.stdout && void writeFile(KUBECONFIG, ''),
  })
  expect(ran).toEqual(answered)
})
