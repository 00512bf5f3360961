import { join } from 'node:path'
import type { Walked } from '../../lib/host/power-cut/walk.ts'
import { runProcess } from '../../support/run-process.ts'
import type { Bug, Harness } from './bugs.ts'

export interface Found {
  readonly bug: Bug
  /** The harness, in words. */
  readonly by: string
  /** How much of it was run, in words; undefined: it found nothing. */
  readonly after: string | undefined
}

/** So many schedules, from this seed on: without a bug, all of them hold. */
const [count, seed] = [3_000, 1]

/** Runs the harness of a bug in a copy of the sources that has it. Throws when the harness itself fails. */
export async function find(bug: Bug, copy: string): Promise<Found> {
  const { foundBy } = bug
  switch (foundBy.kind) {
    case 'schedules':
      return { bug, by: 'schedules', after: await bySchedules(copy) }
    case 'power-cuts':
      return { bug, by: 'losses of power', after: await byPowerCuts(copy, foundBy.acts) }
    case 'tests':
      return { bug, by: `\`${foundBy.file}\``, after: await byTests(copy, foundBy) }
  }
}

async function bySchedules(copy: string): Promise<string | undefined> {
  const program = 'test/lib/agent/schedules/fuzz.ts'
  const { stdout, stderr } = await node(copy, [program, '--count', String(count), '--seed', String(seed)])
  const [, first] = /^seed (\d+): /.exec(stdout) ?? []
  if (first === undefined && !stdout.includes('hold')) throw new Error(stderr)
  return first && counted(Number(first) - seed + 1, 'schedule')
}

async function byPowerCuts(copy: string, acts: RegExp): Promise<string | undefined> {
  const { stdout, stderr } = await node(copy, ['test/lib/host/power-cut/walk.ts', acts.source])
  if (stdout === '') throw new Error(stderr)
  let before = 0
  for (const { wrong, states } of JSON.parse(stdout) as readonly Walked[]) {
    if (wrong[0] !== undefined) return counted(before + wrong[0].state, 'state')
    before += states
  }
  return undefined
}

async function byTests(copy: string, { file }: Harness & { kind: 'tests' }): Promise<string | undefined> {
  const config = join(copy, file.endsWith('.machine') ? 'test/machine.jest.config.js' : 'jest.config.js')
  const args = ['--runInBand', '--json', '--watchman=false', '--config', config, `test/lib/${file}.test.ts`]
  const { stdout, stderr } = await node(copy, ['node_modules/jest/bin/jest.js', ...args])
  if (stdout === '') throw new Error(stderr)
  const { numFailedTests, numTotalTests, numRuntimeErrorTestSuites } = JSON.parse(stdout) as Results
  if (numTotalTests === 0 || numRuntimeErrorTestSuites > 0) throw new Error(stdout)
  return numFailedTests === 0 ? undefined : `${numFailedTests} of ${counted(numTotalTests, 'test')}`
}

interface Results {
  readonly numFailedTests: number
  readonly numTotalTests: number
  readonly numRuntimeErrorTestSuites: number
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

const node = (copy: string, [program = '', ...args]: readonly string[]) => {
  const flags = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules']
  const { PATH, TMPDIR } = process.env
  const env = { PATH, TMPDIR, NODE_COMPILE_CACHE: join(copy, 'compile-cache') }
  return runProcess(process.execPath, [...flags, join(copy, program), ...args], { env })
}
