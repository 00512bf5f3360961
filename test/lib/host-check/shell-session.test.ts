import { execFileSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { examinedHost } from '../../../src/lib/host-check/examined-host.ts'
import type { Command } from '../../../src/lib/machine/run-program.ts'
import { messageOf } from '../../../src/lib/message/describe.ts'
import { Failure } from '../../../src/lib/message/failure.ts'
import { documentOf } from '../kubelet/check/documents.ts'

/** A program in front of the word `sh` that is added. */
const script = (text: string): Command => ['sh', '-c', text]
const reach = (command: Command, { signal = new AbortController().signal, timeoutMs = 20_000 } = {}) =>
  examinedHost({ kind: 'command', command }, { signal, timeoutMs })

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(() => undefined).catch((thrown: unknown) => thrown)
  if (error instanceof Failure) return error
  throw new Error(`no Failure, but ${error}`)
}

test.each<[what: string, command: Command, code: string, says: string]>([
  ['is missing', ['/no/such/program'], 'usage', "cannot run '/no/such/program': not found"],
  ['is a folder', ['/etc'], 'usage', "cannot run '/etc': not executable"],
  [
    'ends at once',
    script('echo "Host key verification failed." >&2; echo second >&2; exit 255'),
    'unreachable',
    'ended before the host answered: exit code 255: Host key verification failed.; second',
  ],
  ['is killed', script('kill -KILL $$'), 'unreachable', 'ended before the host answered: SIGKILL'],
  ['ends its input', script('exec cat </dev/null'), 'unreachable', 'ended before the host answered: exit code 0'],
  ['prints without an end', ['yes'], 'unreachable', 'printed more than 16 MiB instead of an answer'],
  [
    'leads to another system',
    script('uname() { echo Darwin; }; while read -r line; do eval "$line"; done'),
    'usage',
    '--host requires Linux, and this system is Darwin',
  ],
])('a command that %s', async (_, command, code, says) => {
  const failure = await failureOf(reach(command))
  expect(failure.code).toBe(code)
  expect(messageOf(failure.fact)).toContain(says)
})

test.each<[what: string, text: string]>([
  ['hangs', 'sleep 1000 & wait'],
  ['repeats what it reads', 'cat'],
  ['prints something else', 'echo hello; sleep 1000 & wait'],
])('a command that %s is ended at the deadline, with all that it started', async (_, text) => {
  const mark = `KUBELETCFG_TEST_${process.pid}_${Date.now()}`
  const failure = await failureOf(reach(['env', `${mark}=1`, ...script(text)], { timeoutMs: 300 }))
  expect([failure.code, messageOf(failure.fact)]).toEqual([
    'unreachable',
    expect.stringContaining('no answer from the host within 0.3 s'),
  ])
  await new Promise((settled) => setTimeout(settled, 100))
  const left = execFileSync('sh', ['-c', `grep -lae ${mark}=1 /proc/[0-9]*/environ 2>/dev/null || true`], {
    encoding: 'utf8',
  })
  expect(left.split('\n').filter((path) => path !== '')).toEqual([])
})

test('Ctrl-C ends it at once', async () => {
  const controller = new AbortController()
  const reached = failureOf(reach(script('sleep 1000'), { signal: controller.signal }))
  controller.abort()
  expect((await reached).code).toBe('interrupted')
})

test('a command that joins its words for a shell, as ssh does', async () => {
  const ssh = ['sh', '-c', 'shift; exec sh -c "$*"', 'ssh', 'node-a', 'env', 'A=1'] as const
  using host = await reach([...ssh])
  const path = "/no/such/$(touch x)'; exit 7; '"
  const document = await documentOf(`staticPodPath: ${JSON.stringify(path)}`)
  const checks = await host.checks({ document, release: '1.36' }, { signal: new AbortController().signal })
  expect(checks.find((hostCheck) => hostCheck.path === 'staticPodPath')?.outcome).toMatchObject({ kind: 'notMet' })
})

test('what is printed before the first answer does not matter', async () => {
  using host = await reach(script('echo Welcome; printf "no line end"; exec sh'))
  expect(host.hidden).toBe(undefined)
})

test('a host that goes away in the middle is said', async () => {
  const controller = new AbortController()
  // Answers four questions, and is gone.
  using host = await reach(
    script('i=0; while [ $i -lt 40 ] && read -r line; do eval "$line"; i=$((i+1)); [ $i -lt 5 ] || exit 9; done'),
    {
      signal: controller.signal,
    },
  )
  const checks = host.checks(
    { document: await documentOf('protectKernelDefaults: true'), release: '1.36' },
    { signal: controller.signal },
  )
  expect(messageOf((await failureOf(checks)).fact)).toContain('ended before the host answered: exit code 9')
})
