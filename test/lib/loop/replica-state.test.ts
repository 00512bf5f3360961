import { expect, test } from '@jest/globals'
import { ReplicaState } from '../../../src/lib/loop/replica-state.ts'

const subject = { kind: 'Lease', name: 'a-controller', namespace: 'kube-system' }
const acquired = { reason: 'LeaseAcquired', subject, identity: 'me' } as const

test('a replica is ready when it knows who leads, and a leader when it has read the cluster', () => {
  const state = new ReplicaState()
  const seen = [state.readyPage.status]
  state.elected({ reason: 'LeaseHeldByOther', subject, holder: 'other' })
  seen.push(state.readyPage.status)
  state.elected(acquired)
  seen.push(state.readyPage.status)
  state.isSynced = true
  seen.push(state.readyPage.status)
  expect(seen).toEqual([503, 200, 503, 200])
})

test('a request that fails does not end the leadership, and a release does', () => {
  const state = new ReplicaState()
  state.elected(acquired)
  state.elected({ reason: 'LeaseRequestFailed', subject, because: { reason: 'NoAnswer' } })
  expect(state.isLeader).toBe(true)
  state.elected({ reason: 'LeaseReleased', subject })
  expect(state.isLeader).toBe(false)
})

test('without an election, it leads', () => {
  const state = new ReplicaState()
  state.leadsAlone()
  expect([state.isLeader, state.readyPage.status]).toEqual([true, 503])
})
