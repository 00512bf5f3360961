import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { expectGolden } from './support/golden.ts'
import { runBin } from './support/run-bin.ts'

const examples = join(import.meta.dirname, '..', 'examples')

/** How long it took does not belong to the story. */
const settled = (text: string): string => text.replaceAll(/ \d+s( +kubernetes-admin)/g, ' 0s$1')

test('the demonstration tells its story to the end', async () => {
  const load = ['--load', join(examples, 'workload.yaml')]
  const { stdout, stderr, exit } = await runBin([
    ...['kubeletcfg', 'sandbox', ...load, '--', 'sh', '-c', `exec 2>&1; exec sh ${join(examples, 'demo.sh')}`],
  ])
  expect(stderr).toBe('')
  expectGolden(settled(stdout), 'demo.txt')
  expect(exit).toBe(0)
}, 60_000)
