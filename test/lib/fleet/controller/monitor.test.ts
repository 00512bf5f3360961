import { expect, test } from '@jest/globals'
import { ControllerMetrics } from '../../../../src/lib/fleet/controller/controller-metrics.ts'
import { ControllerMonitor } from '../../../../src/lib/fleet/controller/monitor.ts'
import { NoRolloutPolicy } from '../../../../src/lib/fleet/rollout/rollout-flow-messages.ts'
import type { ObjectEvent } from '../../../../src/lib/loop/events/object-event.ts'
import {
  type HoldFact,
  PodsNotSeen,
  ProbesNotSeen,
  ProbesUnclear,
  WaitsForApproval,
  WaitsForNodes,
  WaitsForProbes,
} from '../../../../src/lib/rollouts/rollout-messages.ts'
import { rolloutOf } from '../../rollouts/simulated-fleet.ts'

const because = NoRolloutPolicy()
const nodes = ['node-a']
const failed = [{ node: 'node-a', failed: [{ check: 'logs', why: 'refused' }] }] as const

test.each<[HoldFact, ObjectEvent['type'] | undefined]>([
  [WaitsForApproval({ wave: 1 }), 'Normal'],
  [PodsNotSeen({ because }), 'Warning'],
  [ProbesNotSeen({ because }), 'Warning'],
  [ProbesUnclear({ nodes, failed }), 'Warning'],
  [WaitsForProbes({ nodes, due: [] }), undefined],
  [WaitsForNodes({ nodes }), undefined],
])('what a rollout waits for is an Event where somebody has to do something', (hold, type) => {
  const events: ObjectEvent[] = []
  const monitor = new ControllerMonitor({
    ...{ clock: { now: () => 0 }, namespace: 'kube-system', log: () => undefined },
    record: (event) => void events.push(event),
    metrics: new ControllerMetrics('1.0'),
  })
  const decision = { kind: 'hold', because: hold, until: undefined } as const
  monitor.moved({ uid: 'u', decision, rollout: rolloutOf(), fleet: { members: [], leftOut: [], ahead: [] } })
  expect(events.map((event) => [event.reason, event.type])).toEqual(type === undefined ? [] : [[hold.reason, type]])
})
