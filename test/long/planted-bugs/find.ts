import { join } from 'node:path'
import type { Walked } from '../../lib/machine/power-cut/walk.ts'
import { runProcess } from '../../support/run-process.ts'
import type { Bug, Harness } from './bugs.ts'

export interface Found {
  readonly bug: Bug
  /** The harness, in words. */
  readonly by: string
  /** How much of it was run, in words; undefined: it found nothing. */
  readonly after: string | undefined
}

/** So many schedules are run at most, with the numbers from 1 on: without a bug, all of them hold. */
const most = 20_000

interface Place {
  /** The sources that have the bug. */
  readonly copy: string
  /** The schedule that found it last: it is run first. undefined: none, or all are to be run in order. */
  readonly schedule: number | undefined
}

/** Runs the harness of a bug in a copy of the sources that has it. Throws when the harness itself fails. */
export async function find(bug: Bug, { copy, schedule }: Place): Promise<Found> {
  const { foundBy } = bug
  switch (foundBy.kind) {
    case 'schedules':
      return { bug, by: wordsFor[foundBy.of], after: await bySchedules(copy, foundBy.of, schedule) }
    case 'power-cuts':
      return { bug, by: 'losses of power', after: await byPowerCuts(copy, foundBy.acts) }
    case 'tests':
      return { bug, by: `\`${foundBy.file}\``, after: await byTests(copy, foundBy) }
  }
}

const wordsFor = { agent: 'schedules', rollouts: 'schedules of rollouts' } as const

type Of = keyof typeof wordsFor

async function bySchedules(copy: string, of: Of, known: number | undefined): Promise<string | undefined> {
  const again = known === undefined ? undefined : await firstSchedule(copy, of, [known, known])
  const first = again ?? (await firstSchedule(copy, of, [1, most]))
  return first === undefined ? undefined : counted(first, 'schedule')
}

async function firstSchedule(copy: string, of: Of, [from, to]: readonly [number, number]): Promise<number | undefined> {
  const program = 'test/long/planted-bugs/first-schedule.ts'
  const { exit, stdout, stderr } = await node(copy, [program, of, String(from), String(to)])
  if (exit !== 0) throw new Error(stderr)
  return stdout === '' ? undefined : Number(stdout)
}

async function byPowerCuts(copy: string, acts: RegExp): Promise<string | undefined> {
  const { stdout, stderr } = await node(copy, ['test/lib/machine/power-cut/walk.ts', acts.source])
  if (stdout === '') throw new Error(stderr)
  let before = 0
  for (const { wrong, states } of JSON.parse(stdout) as readonly Walked[]) {
    if (wrong[0] !== undefined) return counted(before + wrong[0].state, 'state')
    before += states
  }
  return undefined
}

async function byTests(copy: string, { file }: Harness & { kind: 'tests' }): Promise<string | undefined> {
  const config = join(
    copy,
    'test',
    file.endsWith('.machine') ? 'machine.jest.config.js' : 'long/planted-bugs/jest.config.js',
  )
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
