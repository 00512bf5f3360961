import { expect, jest } from '@jest/globals'
import { runBin } from '../support/run-bin.ts'
import { runHosted } from '../support/run-hosted.ts'
import type { Ran, RunOptions } from '../support/run-process.ts'

/** Bad input is answered at once: what still runs after so many milliseconds hangs, and is killed. */
export const patience = 20_000
/** A test waits for a process or two, and has room to report. */
jest.setTimeout(3 * patience)

/** Run a command line, with its words between single blanks, to its end. */
export const attempt = (command: string, options: Pick<RunOptions, 'env' | 'input'> = {}): Promise<Ran> =>
  runHosted(command.split(' '), options)

/** The same in a process of its own, for what waits and what crashes; killed when our patience ends. */
export async function attemptAlone(command: string, { env = {}, onStart, ...options }: RunOptions = {}): Promise<Ran> {
  let timer: NodeJS.Timeout | undefined
  const ran = await runBin(command.split(' '), {
    ...options,
    env,
    onStart: (pid) => {
      timer = setTimeout(() => process.kill(pid, 'SIGKILL'), patience)
      onStart?.(pid)
    },
  })
  clearTimeout(timer)
  return ran
}

export interface Expected {
  readonly exit: number
  /** The first line of stderr. */
  readonly says: string | RegExp
}

/** How a command ends that cannot do what it was asked to. */
export function expectFailure(ran: Ran, { exit, says }: Expected): void {
  const [first] = ran.stderr.split('\n')
  expect({ exit: ran.exit, says: first }).toEqual({
    exit,
    says: typeof says === 'string' ? says : expect.stringMatching(says),
  })
  expectNoStack(ran)
}

/** Without the plan that --yes shows before it is carried out. */
export function afterPlan(ran: Ran): Ran {
  const lines = ran.stderr.split('\n')
  const from = lines.findIndex((line) => line.startsWith('error: '))
  return { ...ran, stderr: lines.slice(Math.max(0, from)).join('\n') }
}

/** Stack traces are for us, not for users. */
export function expectNoStack({ stdout, stderr }: Ran): void {
  expect(stdout + stderr).not.toMatch(/^\s+at /m)
}
