import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runProcess } from '../../support/run-process.ts'

/** A name and a number, which each kubelet once kept of all pods that it had ever seen, take 450 bytes. */
const mostBytes = 200

test('nothing stays of pods that are gone', async () => {
  const program = join(import.meta.dirname, 'pods-that-go.ts')
  const { exit, stdout, stderr } = await runProcess(process.execPath, ['--expose-gc', program], { env: {} })
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  expect(Number(stdout)).toBeLessThan(mostBytes)
}, 60_000)
