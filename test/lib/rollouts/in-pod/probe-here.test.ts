import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { systemClock as clock } from '../../../../src/lib/machine/clock.ts'
import { describe as described } from '../../../../src/lib/message/describe.ts'
import type { Failure } from '../../../../src/lib/message/failure.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import { probeHere } from '../../../../src/lib/rollouts/in-pod/probe-here.ts'
import { readFindings } from '../../../../src/lib/rollouts/probe-findings.ts'

const { signal } = new AbortController()

let folder = ''
const message = () => join(folder, 'termination-log')
const here = () => ({ clock, message: message(), folders: { pod: join(folder, 'pod'), scratch: folder } })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('outside of a pod, it is refused, says what makes pods, and leaves nothing', async () => {
  const failure = await probeHere([], here(), signal).catch((error: Failure) => error)
  expect(failure).toMatchObject({ code: 'refused', reason: 'NotInAPod' })
  const { lines, hints } = described((failure as Failure).fact)
  expect(lines.map(plainLine)).toEqual(['not running in a pod: there is no kubelet to try'])
  expect(hints).toEqual([expect.stringContaining('kubeletcfg rollout set-policy -f')])
  expect(await readdir(folder)).toEqual([])
})

test('in a pod, it leaves what it has found, and has the name of its host also where volumes fail', async () => {
  await writeFile(message(), '')
  expect(await probeHere(['volume'], here(), signal)).toBe(hostname())
  expect(readFindings(await readFile(message(), 'utf8'))).toMatchObject([{ check: 'volume' }])
})
