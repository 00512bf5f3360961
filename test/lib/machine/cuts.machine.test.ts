import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runProcess } from '../../support/run-process.ts'

/** Thousands of synced writes: in memory where that is possible. */
const TMPDIR = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

test.each([
  ['journal and state files', /^(?!file|drop-in|unit)/],
  ['file', /^file/],
  ['drop-in', /^drop-in/],
  ['unit', /^unit/],
])('an agent that ends before any step leaves whole files, and goes on in its next life: %s', async (_, acts) => {
  const program = join(import.meta.dirname, 'cuts.ts')
  const env = { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', TMPDIR }
  const { stdout, stderr } = await runProcess(process.execPath, [program, acts.source], { env })
  expect(stderr).toBe('')
  const found = JSON.parse(stdout) as { act: string; steps: number; wrong: string[] }[]
  expect(found.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  // Each act does something that can be cut.
  expect(found.filter(({ steps }) => steps < 3)).toEqual([])
  expect(found.length).toBeGreaterThan(3)
})
