import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runProcess } from '../../support/run-process.ts'

test('a replica that cannot do what it does besides ends its work, and says why', async () => {
  const ran = await runProcess(process.execPath, [join(import.meta.dirname, 'replica-that-fails.ts')])
  expect(ran).toMatchObject({ stdout: 'the work has ended\nError: cannot listen\n', exit: 0 })
})
