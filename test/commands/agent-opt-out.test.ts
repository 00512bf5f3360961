import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { readOptOut } from '../../src/lib/agent/host/state-folder/opt-out.ts'
import { runHosted } from '../support/run-hosted.ts'

const folder = mkdtempSync(join(tmpdir(), 'opt-out-'))
afterAll(() => rmSync(folder, { recursive: true }))

const state = join(folder, 'state')
const run = (...words: string[]) => runHosted(['kubeletcfg', 'agent', ...words, `--state-folder=${state}`])

test('opts this machine out and in again, with a file that the agent reads', async () => {
  expect(await run('opt-out')).toEqual({ stdout: 'this node has opted out (freeze)\n', stderr: '', exit: 0 })
  expect(readFileSync(join(state, 'opt-out'), 'utf8')).toBe('freeze\n')
  expect(statSync(state).mode & 0o777).toBe(0o700)
  expect(await readOptOut(state)).toBe('freeze')
  expect((await run('opt-out', '--mode=local')).exit).toBe(0)
  expect(await readOptOut(state)).toBe('local')
  expect(await run('opt-in')).toEqual({ stdout: 'this node has opted in\n', stderr: '', exit: 0 })
  expect(await readOptOut(state)).toBeUndefined()
  expect((await run('opt-in')).exit).toBe(0)
})

test('refuses a folder that somebody else could have made', async () => {
  const link = join(folder, 'link')
  symlinkSync('/nonexistent', link)
  const ran = await runHosted(['kubeletcfg', 'agent', 'opt-out', `--state-folder=${link}`])
  expect(ran).toMatchObject({ stdout: '', exit: 5 })
  expect(ran.stderr).toMatch(/^error: /)
})
