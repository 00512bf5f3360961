import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { runBin } from '../support/run-bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'autoscale-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs hooks that misbehave, one after the other, against one cluster. */
const inSandbox = (script: string) => {
  const setUp = 'nodesize install --image pause --all-nodes --wait --quiet >/dev/null'
  const exec =
    'exec_() { nodesize autoscale exec node-a --cpu "$1" --hook-timeout "$2" -- sh -c "$3"; echo "exit $?"; }'
  const env = { FOLDER: folder }
  return runBin(['kubeletcfg', 'sandbox', '--nodes', '1', '--', 'sh', '-c', [setUp, exec, script].join('\n')], { env })
}

const undone = 'if [ $NODESIZE_PHASE = rollback ]; then exit 0; fi'

test('a hook that never ends, one that dies, and one that prints megabytes', async () => {
  const ran = await inSandbox(`
exec_ 2 300ms '${undone}; sleep 60'
exec_ 2 10s '${undone}; kill -SEGV $$'
exec_ 2 10s 'head -c 3000000 /dev/zero | tr "\\0" "\\007"'
`)
  const said = ran.stderr.replaceAll('\\u0007', '')
  expect([ran.stdout, said, ran.stderr.length]).toEqual([
    `exit 9\nexit 9\nnode/node-a resized: 7999m/31.9Gi → 2/31.9Gi\n  machine: 8/32Gi → 2/32Gi\nexit 0\n`,
    [
      "error: node 'node-a': the hook did not end within 300ms, and has undone it when asked to; node and machine are as before\n",
      "error: node 'node-a': the hook was ended by SIGSEGV, and has undone it when asked to; node and machine are as before\n",
    ].join(''),
    said.length + 3_000_000 * '\\u0007'.length,
  ])
}, 60_000)

test('Ctrl-C ends the hook, rolls back, and gives the room back', async () => {
  const ran = await inSandbox(`
nodesize autoscale exec node-a --cpu 2 -- sh -c '${undone}; touch $FOLDER/runs; exec sleep 60' &
while [ ! -e $FOLDER/runs ]; do sleep 0.1; done
kill -INT $!
wait $!
echo "exit $?"
sleep 1
nodesize get node-a -o jsonpath='{.items[0].size.cpu}'
`)
  expect(ran.stdout).toBe('exit 130\n7999m')
  expect(ran.stderr).toBe(
    "error: node 'node-a': interrupted while the hook ran, and has undone it when asked to; node and machine are as before\n",
  )
}, 60_000)

test('a second Ctrl-C ends everything, the hook as well', async () => {
  const ran = await inSandbox(`
nodesize autoscale exec node-a --cpu 2 -- sh -c 'trap "" TERM; echo $$ >$FOLDER/pid; while :; do sleep 0.1; done' &
while [ ! -s $FOLDER/pid ]; do sleep 0.1; done
kill -INT $!
sleep 0.5
kill -INT $!
wait $!
echo "exit $?"
`)
  expect(ran.stdout).toBe('exit 130\n')
  expect(ran.stderr).toContain('stopped immediately')
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  await untilGone(pid)
}, 60_000)

/** Whoever inherits a process that was killed may need a moment to notice. */
async function untilGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ESRCH' })
      return
    }
    await setTimeout(100)
  }
  throw new Error('the hook still runs')
}
