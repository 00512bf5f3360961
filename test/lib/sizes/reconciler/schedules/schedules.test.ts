import { expect, test } from '@jest/globals'
import { campaign } from './campaign.ts'

/** More of them: npm run fuzz:reconciler. */
const count = Number(process.env['RECONCILER_SCHEDULES'] ?? 40)

test(`${count} random schedules of faults keep all invariants`, async () => {
  expect(await campaign({ seed: 1, count })).toBeUndefined()
})
