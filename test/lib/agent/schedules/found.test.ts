import { expect, test } from '@jest/globals'
import { problemOf } from './campaign.ts'
import { foundFaults } from './faults/found.ts'
import { found } from './found.ts'
import { scheduleOf } from './varied.ts'

test.each([...found, ...foundFaults].map((row) => [row[0], row] as const))('%s', (_name, row) => {
  expect(problemOf(scheduleOf(row))).toBeUndefined()
})
