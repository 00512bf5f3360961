import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { campaign, type Found } from './campaign.ts'

/** All of them: npm run fuzz:agent. */
const count = Number(process.env['AGENT_SCHEDULES'] ?? 1_000)
/** From here on, a thousand schedules meet every transition, the rarest among them. */
const seed = 2_000

const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'agent-states.md')

let found: Found | undefined
const met = new Set<string>()

beforeAll(() => {
  found = campaign({ seed, count }, ({ journal: { work: before } }, { journal: { work: after } }) => {
    if (before.kind !== after.kind) met.add(`${before.kind} --> ${after.kind}`)
  })
})

test(`${count} random schedules of faults keep all invariants`, () => {
  expect(found).toBeUndefined()
})

test('the picture in docs/agent-states.md has the transitions that they meet, and no others', () => {
  const [picture = ''] = readFileSync(page, 'utf8')
    .split(/^## Work\n/m)
    .slice(1)
  const drawn = [...picture.matchAll(/^ {2}(\w+ --> \w+):/gm)].map(([, arrow]) => arrow)
  expect([...met].sort()).toEqual(drawn.sort())
})
