import { expect, test } from '@jest/globals'
import { concurrently } from '../../../src/lib/cluster/concurrently.ts'

const failing = async (reason: string, after: number): Promise<never> => {
  for (let turn = 0; turn < after; turn += 1) await undefined
  throw new Error(reason)
}

test('all answers come in their order', async () => {
  expect(await concurrently([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('of several failures the first of the list is told, not the fastest', async () => {
  await expect(concurrently([Promise.resolve(1), failing('first', 9), failing('second', 1)])).rejects.toThrow('first')
})
