import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { phases } from '../../../../src/lib/agent/model/phase.ts'
import {
  type Resolver,
  resolverOf,
  resolverOfReason,
  resolverOfState,
} from '../../../../src/lib/flows/agents/resolvers.ts'
import { agentWords } from '../../../../src/lib/words/agent-words.ts'
import { reviewWords } from '../../../../src/lib/words/review-words.ts'

/** What an agent says of its own decisions, by the only list of it: what is not there has no text. */
const reasons = [...Object.keys(agentWords), 'RestartNotEnough'].sort()

test('each reason of an agent has a row, and there are no others', () => {
  expect(Object.keys(resolverOfReason).sort()).toEqual(reasons)
  expect(Object.keys(reviewWords)).toContain('RestartNotEnough')
})

test('each phase has a row', () => {
  expect(Object.keys(resolverOfState)).toEqual(expect.arrayContaining([...phases]))
})

/** The reasons of each resolver, in these phases: what ends a wait is written down here a second time. */
const expected: Readonly<Record<'Held' | 'RolledBack' | 'RollingBack', Partial<Record<Resolver, readonly string[]>>>> =
  {
    Held: {
      program: ['BalloonHoldsRoom', 'NodeLeaves'],
      person: ['ChangeNotKnown', 'DryRun', 'PodsWouldEnd', 'RescueNotConnected', 'RestartNotEnough'],
      time: ['BalloonNotKnown', 'PodsNotKnown', 'WaitsForCpus'],
    },
    RolledBack: {
      time: ['WaitsForEvidence'],
      person: ['WaitsForLiveFile'],
      failed: [
        'ApiServerSilent',
        'KubeletCrashes',
        'KubeletExits',
        'KubeletFailed',
        'PutBackByOther',
        'Rescued',
        'RestartFailed',
        'RuntimeDown',
      ],
    },
    RollingBack: { person: ['ReturnBlocked'], time: ['KubeletCrashes', 'OptedOutInTrial', 'TrialSuperseded'] },
  }

describe.each(Object.keys(expected) as (keyof typeof expected)[])('in %s', (phase) => {
  test.each(Object.entries(expected[phase]))('%s resolves these', (resolver, some) => {
    expect(some.map((reason) => [reason, resolverOf(phase, reason)])).toEqual(some.map((reason) => [reason, resolver]))
  })
})

test.each([
  ['Held', 'person'],
  ['RolledBack', 'failed'],
  ['RollingBack', 'time'],
] as const)('a reason of a newer agent, in %s: %s', (phase, resolver) => {
  expect([undefined, 'NewerThanWe', 'toString'].map((reason) => resolverOf(phase, reason))).toEqual(
    Array.from({ length: 3 }, () => resolver),
  )
})

test('the page says what is waited for and what is not', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'documents.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith('Wait for the kubelets')) ?? ''
  for (const reasons of [expected.Held, { time: ['RestartBudgetSpent', 'WaitsForItsPlace', 'WaitsForEvidence'] }])
    for (const reason of Object.values(reasons).flat()) expect(section).toContain(`\`${reason}\``)
})
