import { expect, test } from '@jest/globals'
import { campaign } from './campaign.ts'

/** All of them: npm run fuzz:agent. */
const count = Number(process.env['AGENT_SCHEDULES'] ?? 1_000)

test(`${count} random schedules of faults keep all invariants`, () => {
  expect(campaign({ seed: 1, count })).toBeUndefined()
})
