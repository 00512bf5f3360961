import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runProcess } from '../../../support/run-process.ts'
import type { Walked } from './walk.ts'

/** Thousands of disks: in memory where that is possible. */
const TMPDIR = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

test.each([
  ['journal, checkpoints, opt-outs and state files', /^(?!file|drop-in|unit|an agent)/, 8],
  ['the live file and the rescue, file', /^file/, 6],
  ['the live file and the rescue, drop-in', /^drop-in/, 6],
  ['the live file and the rescue, unit', /^unit/, 6],
])('whatever a loss of power leaves is whole, and what was said to be done is done: %s', async (_, acts, least) => {
  const env = { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', TMPDIR }
  const { stdout, stderr } = await runProcess(process.execPath, [join(import.meta.dirname, 'walk.ts'), acts.source], {
    env,
  })
  expect(stderr).toBe('')
  const walked = JSON.parse(stdout) as readonly Walked[]
  expect(walked.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  expect(walked.length).toBeGreaterThanOrEqual(least)
  // Each act does something to the disk.
  expect(walked.filter(({ states }) => states < 3)).toEqual([])
})
