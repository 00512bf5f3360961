import { expect, test } from '@jest/globals'
import { found } from './found.ts'
import { problemOf } from './run-schedule.ts'

const right = { aheadMs: 0, rate: 1 }

test.each(found)('%s', async (_name, circumstances, ops) => {
  expect(await problemOf({ clocks: [right, right], sizes: [0, 0], ...circumstances, ops })).toBeUndefined()
})
