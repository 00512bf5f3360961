import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { runCommand } from '../../src/sandbox/shell/run-command.ts'
import { compileCache } from '../support/compile-cache.ts'
import { type Ran, type RunOptions, runProcess } from '../support/run-process.ts'

const program = join(import.meta.dirname, 'run-against-stand-in.ts')

/** What it printed, its exit code, and what is left of it in the folder for temporary files. */
async function run(command: readonly string[], options: RunOptions = {}): Promise<Ran & { left: string[] }> {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'run-command-'))
  const { PATH, INSTALLATION } = process.env
  const env = { PATH, TMPDIR, INSTALLATION, ...compileCache }
  const node = ['--disable-warning=ExperimentalWarning', program]
  const ran = await runProcess(process.execPath, [...node, ...command], { ...options, env })
  return { ...ran, left: await readdir(TMPDIR) }
}

describe('a command', () => {
  const nowhere = { kubeconfig: '/nonexistent', onStart: () => undefined, onEnd: () => undefined }

  test('finds the sandbox, and all words of its own as they were', async () => {
    const ran = await run(['sh', '-c', 'cat "$KUBECONFIG"; echo "$@"', 'sh', 'a b', '--load', 'a b'])
    expect(ran).toMatchObject({ exit: 0, stderr: '', left: [] })
    expect(ran.stdout).toMatch(/"server": "https:\/\/127\.0\.0\.1:\d+"/)
    expect(ran.stdout).toMatch(/^a b --load a b$/m)
  })

  test.each([
    ['kubeletcfg', 'kubeletcfg'],
    ['nodesize', 'nodesize'],
    ['kubectl-kubeletcfg', 'kubectl kubeletcfg'],
    ['kubectl-nodesize', 'kubectl nodesize'],
  ])('has %s in its PATH, run by the same Node', async (name, calls) => {
    const ran = await run(['sh', '-c', `${name} --help`])
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    expect(ran.stdout).toMatch(new RegExp(`/\\S+ \\S+ node-${process.version}$`, 'm'))
    expect(ran.stdout).toContain(`\n  ${calls} [COMMAND]\n`)
  })

  test.each([
    ['exit 0', 0],
    ['exit 9', 9],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
  ])('that does %s ends with %d', async (script, exit) => {
    const signal = new AbortController().signal
    expect(await runCommand(['sh', '-c', script], { ...nowhere, signal })).toBe(exit)
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('gets %s, and may take its time to end', async (signal) => {
    const script = `trap 'sleep 0.1; echo ended; exit 7' ${signal.slice(3)}; echo ready; while :; do sleep 0.01; done`
    let sent = false
    const ran = await run(['sh', '-c', script], {
      onOutput: ({ stdout, pid }) => {
        if (stdout === 'ready\n' && !sent) sent = process.kill(pid, signal)
      },
    })
    expect(ran).toMatchObject({ exit: 7, stdout: 'ready\nended\n', left: [] })
  })

  test.each([
    ['does not exist', ['/nonexistent/program'], "cannot run command '/nonexistent/program': not found", []],
    ['is no program', ['/etc/passwd'], "cannot run command '/etc/passwd': not executable", []],
    ['has no name', [''], expect.stringMatching(/^cannot run command '': /), []],
    [
      'is a line for a shell',
      ['echo a; echo b'],
      "cannot run command 'echo a; echo b': not found",
      ['pass its words as separate arguments, or run it with a shell: -- sh -c COMMAND'],
    ],
  ])('that %s is a usage error', async (_, command, message, hints) => {
    const signal = new AbortController().signal
    await expect(runCommand(command, { ...nowhere, signal })).rejects.toMatchObject({
      code: 'usage',
      message,
      fact: { reason: 'CommandNotRun', program: command[0], hints },
    })
  })

  test('is not started after Ctrl-C', async () => {
    const signal = AbortSignal.abort(new Error('interrupted'))
    let started = false
    const onStart = () => {
      started = true
    }
    await expect(runCommand(['true'], { ...nowhere, onStart, signal })).rejects.toThrow('interrupted')
    expect(started).toBe(false)
  })
})
