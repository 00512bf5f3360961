import { expect, test } from '@jest/globals'
import { problemOf } from './campaign.ts'
import { foundFaults } from './faults/found.ts'
import { found } from './found.ts'
import type { DocumentKind } from './schedule.ts'

const good: DocumentKind = { behavior: 'good', refused: false, diesOnUpgrade: false }

test.each([...found, ...foundFaults])('%s', (_name, circumstances, kinds, ops) => {
  const documents = [0, 1, 2, 3].map((number) => ({ ...good, ...kinds[number] }))
  const usual = { trialMs: 120_000, restartsPerHour: 12, endsSilent: false }
  expect(problemOf({ ...usual, ...circumstances, documents, ops })).toBeUndefined()
})
