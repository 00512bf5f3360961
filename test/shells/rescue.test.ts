import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { describeCounts } from '../lib/agent/host/rescue/describe-counts.ts'
import { describeScript } from '../lib/agent/host/rescue/describe-script.ts'

for (const shell of [['dash'], ['bash'], ['bash', '--posix'], ['busybox', 'sh']]) {
  describeScript(shell)
  describeCounts(shell)
}

test('shellcheck finds nothing', () => {
  const script = join(import.meta.dirname, '..', '..', 'src', 'lib', 'agent', 'host', 'rescue', 'rescue.sh')
  expect(execFileSync('shellcheck', ['--shell=sh', script], { encoding: 'utf8' })).toBe('')
})
