import { expect, test } from '@jest/globals'
import { campaign } from './campaign.ts'

/** More of them: npm run fuzz:rollouts. */
const count = Number(process.env['ROLLOUT_SCHEDULES'] ?? 150)

test(`${count} random schedules of rollouts keep all invariants`, () => {
  expect(campaign({ seed: 1, count })).toBeUndefined()
})
