import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { whyNotRunnable } from '../../../../src/lib/machine/find-program.ts'
import { hookProvider } from '../../../../src/lib/sizes/autoscale/run-hook.ts'
import type { ProviderCall } from '../../../../src/lib/sizes/ports/provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-hook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const call: ProviderCall = {
  ...{ node: 'node-a', direction: 'shrink', phase: 'resize', attempt: 'one', resumes: undefined },
  from: { cpu: 4000n, memory: 2n ** 34n },
  to: { cpu: 1500n, memory: 2n ** 33n },
  balloon: { cpu: 2500n, memory: 2n ** 33n },
  allocatable: { cpu: 4000n, memory: 2n ** 34n },
  capacity: { cpu: 4200n, memory: 2n ** 34n },
  deadline: Date.UTC(2026, 10, 23),
}

async function run(script: string, signal = new AbortController().signal) {
  let output = ''
  const onOutput = async (text: string): Promise<void> => {
    output += text
  }
  const provider = hookProvider({ command: ['sh', '-c', script], onOutput, graceMs: 200 })
  const end = await provider.resize(call, signal)
  return { end, output }
}

test('a hook learns what is asked, in thousandths of a core and bytes', async () => {
  const { end, output } = await run('env | grep ^NODESIZE_ | sort')
  expect(end).toEqual({ kind: 'done' })
  expect(output.trimEnd().split('\n')).toEqual([
    'NODESIZE_ALLOCATABLE_MEMORY=17179869184',
    'NODESIZE_ALLOCATABLE_MILLICPU=4000',
    'NODESIZE_ATTEMPT=one',
    'NODESIZE_BALLOON_MEMORY=8589934592',
    'NODESIZE_BALLOON_MILLICPU=2500',
    'NODESIZE_CAPACITY_MEMORY=17179869184',
    'NODESIZE_CAPACITY_MILLICPU=4200',
    'NODESIZE_DEADLINE=2026-11-23T00:00:00.000Z',
    'NODESIZE_DIRECTION=shrink',
    'NODESIZE_NEW_MEMORY=8589934592',
    'NODESIZE_NEW_MILLICPU=1500',
    'NODESIZE_NODE=node-a',
    'NODESIZE_OLD_MEMORY=17179869184',
    'NODESIZE_OLD_MILLICPU=4000',
    'NODESIZE_PHASE=resize',
    'NODESIZE_RESUMES=',
  ])
})

test.each([
  ['exit 0', { kind: 'done' }],
  ['exit 5', { kind: 'refused' }],
  ['exit 1', { kind: 'failed', exit: 1 }],
  ['kill -SEGV $$', { kind: 'killed', signal: 'SIGSEGV' }],
])('%s', async (script, end) => {
  expect((await run(script)).end).toEqual(end)
})

test('stdin is empty, and stdout and stderr come as they are printed', async () => {
  expect(await run('cat; echo out; echo err >&2')).toEqual({
    end: { kind: 'done' },
    output: expect.stringMatching(/^(out\nerr|err\nout)\n$/),
  })
})

test('megabytes are passed on, and not kept', async () => {
  const { end, output } = await run('head -c 5000000 /dev/zero | tr "\\0" x')
  expect([end, output.length]).toEqual([{ kind: 'done' }, 5_000_000])
})

test('what it leaves behind does not keep us waiting', async () => {
  const begun = Date.now()
  expect(await run('sleep 5 & echo begun')).toEqual({ end: { kind: 'done' }, output: 'begun\n' })
  expect(Date.now() - begun).toBeLessThan(4_000)
})

describe('a signal ends it, and all that it started', () => {
  const soon = () => AbortSignal.timeout(300)
  test('with SIGTERM', async () => {
    expect((await run('sleep 60 & wait', soon())).end).toEqual({ kind: 'killed', signal: 'SIGTERM' })
  })
  test('one that undoes it in time says so', async () => {
    expect((await run('trap "exit 5" TERM; sleep 60 & wait', soon())).end).toEqual({ kind: 'refused' })
  })
  test('with SIGKILL when that is ignored', async () => {
    const { end } = await run('trap "" TERM; while :; do sleep 1; done', soon())
    expect(end).toEqual({ kind: 'killed', signal: 'SIGKILL' })
  })
  test('before it has begun', async () => {
    expect((await run('exec sleep 60', AbortSignal.abort())).end).toEqual({ kind: 'killed', signal: 'SIGTERM' })
  })
})

test('one that cannot be run', async () => {
  const provider = hookProvider({ command: [join(folder, 'absent')], onOutput: async () => undefined })
  expect(await provider.resize(call, new AbortController().signal)).toEqual({ kind: 'not-run', errno: 'ENOENT' })
})

test('what can be run is found as a shell finds it', () => {
  const plain = join(folder, 'plain')
  const program = join(folder, 'program')
  for (const file of [plain, program]) writeFileSync(file, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  expect([program, plain, join(folder, 'absent'), folder].map((file) => whyNotRunnable(file))).toEqual([
    ...[undefined, 'EACCES', 'ENOENT', 'EACCES'],
  ])
  expect(['program', 'plain', 'absent'].map((name) => whyNotRunnable(name, `/nonexistent:${folder}`))).toEqual([
    ...[undefined, 'EACCES', 'ENOENT'],
  ])
})
