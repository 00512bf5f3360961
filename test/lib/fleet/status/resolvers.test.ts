import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import * as examineMessages from '../../../../src/lib/agent/examine/examine-messages.ts'
import * as endMessages from '../../../../src/lib/agent/examine/pods-would-end.ts'
import * as agentMessages from '../../../../src/lib/agent/model/agent-messages.ts'
import { phases } from '../../../../src/lib/agent/model/phase.ts'
import {
  type Resolver,
  resolverOf,
  resolverOfReason,
  resolverOfState,
} from '../../../../src/lib/fleet/status/resolvers.ts'
import * as changeMessages from '../../../../src/lib/kubelet/changes/unaccepted.ts'

/** What an agent says of its own decisions. */
const reasons = [agentMessages, examineMessages, endMessages, changeMessages]
  .flatMap((messages) => Object.keys(messages))
  .filter((name) => /^[A-Z]/.test(name))
  .sort()

test('each reason of an agent has a row, and there are no others', () => {
  expect(Object.keys(resolverOfReason).sort()).toEqual(reasons)
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
      person: ['WaitsForLiveFile', 'WaitsForRescue'],
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
