import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { runProgram } from '../../../src/lib/machine/run-program.ts'

const limits = { signal: new AbortController().signal, timeoutMs: 10_000 }

test('output and exit code of a program', async () => {
  const ended = await runProgram(['sh', '-c', 'echo out; echo err >&2; exit 3'], limits)
  expect(ended).toEqual({ exit: 3, stdout: 'out\n', stderr: 'err\n' })
})

test('a signal counts as in a shell', async () => {
  expect((await runProgram(['sh', '-c', 'kill -TERM $$'], limits)).exit).toBe(143)
})

test('texts are those of the C locale, without colours', async () => {
  const { stdout } = await runProgram(['sh', '-c', 'echo "$LC_ALL,$SYSTEMD_COLORS,$SYSTEMD_PAGER"'], limits)
  expect(stdout).toBe('C,0,\n')
})

test('a program that is not there is named', async () => {
  await expect(runProgram(['/nope/systemctl'], limits)).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'ProgramNotRun', program: '/nope/systemctl', errno: 'ENOENT' },
  })
})

/** One that has ended stays in the table until its parent asks for its end, which may take a busy machine a while. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Prints its own process id and that of its child, and waits. */
const family = 'sleep 300 & echo $$ $!; wait'

async function pidsOf(run: (script: string) => Promise<unknown>) {
  const { mkdtempDisposable, readFile } = await import('node:fs/promises')
  await using folder = await mkdtempDisposable('/tmp/run-program-')
  const file = `${folder.path}/pids`
  await run(`{ ${family}; } >${file}`)
  const pids = (await readFile(file, 'utf8')).trim().split(' ').map(Number)
  const deadline = Date.now() + 2_000
  while (pids.some(isAlive) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
  return pids.map(isAlive)
}

test('at its deadline, it is killed with all that it started', async () => {
  const alive = await pidsOf((script) =>
    expect(runProgram(['sh', '-c', script], { ...limits, timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timeout',
      fact: { reason: 'ProgramTimedOut', program: 'sh', timeoutMs: 300 },
    }),
  )
  expect(alive).toEqual([false, false])
})

test('an interruption kills it, too', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 300)
  const alive = await pidsOf((script) =>
    expect(runProgram(['sh', '-c', script], { ...limits, signal: controller.signal })).rejects.toMatchObject({
      code: 'interrupted',
    }),
  )
  expect(alive).toEqual([false, false])
})

test('nothing is started after an interruption', async () => {
  await expect(runProgram(['/nope'], { ...limits, signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'interrupted',
  })
})

test('a program that prints without end is killed', async () => {
  await expect(runProgram(['yes'], { ...limits, maxBytes: 1_000 })).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'ProgramOutputTooLarge', program: 'yes', maxBytes: 1_000 },
  })
})
