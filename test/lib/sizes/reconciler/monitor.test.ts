import { describe, expect, test } from '@jest/globals'
import { objectEvent } from '../../../../src/lib/loop/events/object-event.ts'
import { registerProcessMetrics } from '../../../../src/lib/loop/process-metrics.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import { type Fact, nodeSubject } from '../../../../src/lib/message/fact.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { metricsPage } from '../../../../src/lib/metrics/page.ts'
import type { NoopReason } from '../../../../src/lib/sizes/desired/reconcile-messages.ts'
import { ReconcilerMonitor } from '../../../../src/lib/sizes/reconciler/monitor.ts'
import { ReconcilerMetrics } from '../../../../src/lib/sizes/reconciler/reconciler-metrics.ts'
import { sizeEvent } from '../../../../src/lib/sizes/reconciler/run-reconciler-here.ts'

const subject = nodeSubject('node-a')
const amounts = (cpu: bigint) => ({ cpu, memory: 2n ** 30n })

function monitor() {
  const logged: string[] = []
  const announced: string[] = []
  const note = (list: string[]) => (level: string, fact: Fact) => void list.push(`${level} ${fact.reason}`)
  const clock = { ...systemClock, now: () => 60_000 }
  const metrics = new ReconcilerMetrics('1.2.3')
  registerProcessMetrics(metrics.registry, clock)
  const reporting = { log: note(logged), announce: note(announced) }
  const watching = new ReconcilerMonitor({ clock, namespace: 'kube-system', metrics, ...reporting })
  return { watching, metrics, logged, announced }
}

const noop = (why: NoopReason, desired = '{}') => ({ action: { kind: 'noop', why } as const, desired })
const restored = { why: { reason: 'SizeRestored', subject }, before: amounts(4_000n), after: amounts(1_000n) } as const
const failure = new Failure('reverted', { reason: 'ResizeReverted', subject })

describe('a reconciler is never noisy', () => {
  test('a decision that stays the same is logged once, and again when the desired size has changed', () => {
    const { watching, logged, announced } = monitor()
    const broken = { reason: 'DesiredSizeInvalid', subject, problems: [] } as const
    for (let i = 0; i < 5; i++) watching.decided('node-a', noop(broken, 'nonsense'))
    watching.decided('node-a', noop(broken, 'other nonsense'))
    expect(logged).toEqual(['warning DesiredSizeInvalid', 'warning DesiredSizeInvalid'])
    expect(announced).toEqual(logged)
  })

  test('that a node waits for room is logged, and is no Event; that it has its size is neither', () => {
    const { watching, logged, announced } = monitor()
    const noRoom = { reason: 'NoRoomForDesiredSize', subject, resources: [], missing: amounts(1n) } as const
    watching.decided('node-a', noop({ reason: 'DesiredSizeReached', subject }))
    for (let i = 0; i < 5; i++) watching.decided('node-a', noop(noRoom))
    watching.decided('node-a', noop({ reason: 'DesiredSizeReached', subject }))
    watching.decided('node-a', noop(noRoom))
    expect(logged).toEqual(['info NoRoomForDesiredSize', 'info NoRoomForDesiredSize'])
    expect(announced).toEqual([])
  })

  test('failures are logged once per reason, and are an Event when they are three in a row', () => {
    const { watching, logged, announced } = monitor()
    for (let count = 1; count <= 10; count++) watching.failed('node-a', failure, count)
    expect(logged).toEqual(['warning NodeNotRestored'])
    expect(announced).toEqual(['warning NodeNotRestored'])
  })

  test('what was done is logged and announced; a revert is a warning', () => {
    const { watching, logged, announced } = monitor()
    watching.did({ node: 'node-a', outcome: 'resized', ...restored, warnings: [] })
    watching.did({ node: 'node-a', outcome: 'reverted', ...restored, warnings: [{ reason: 'RuntimeFailing' }] })
    expect(logged).toEqual(['info NodeRestored', 'warning NodeRestored', 'warning RuntimeFailing'])
    expect(announced).toEqual(['info NodeRestored', 'warning NodeRestored'])
  })

  test('that the API server is lost is logged once, and that it answers again', () => {
    const { watching, logged } = monitor()
    const lost = new Failure('unreachable', { reason: 'NoAnswer' })
    for (const one of [lost, lost, undefined, undefined]) watching.connection(one)
    expect(logged).toEqual(['warning ClusterLost', 'info ClusterFound'])
  })
})

describe('the pages of a reconciler', () => {
  test('the metrics count nodes by their last decision, and actions by reason and outcome', () => {
    const { watching, metrics } = monitor()
    watching.decided('node-a', noop({ reason: 'NoDesiredSize', subject }))
    watching.decided('node-a', noop({ reason: 'DesiredSizeReached', subject }))
    watching.decided('node-b', noop({ reason: 'DesiredSizeReached', subject: nodeSubject('node-b') }))
    watching.decided('node-c', noop({ reason: 'DesiredSizeReached', subject: nodeSubject('node-c') }))
    watching.decided('node-c', undefined)
    watching.did({ node: 'node-a', outcome: 'resized', ...restored, warnings: [] })
    watching.failed('node-a', failure, 1)
    watching.resynced()
    const { text } = metricsPage(metrics.registry)
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      'nodesize_reconciler_leader 0',
      'nodesize_reconciler_nodes{reason="DesiredSizeReached"} 2',
      'nodesize_reconciler_actions_total{reason="SizeRestored",outcome="resized"} 1',
      'nodesize_reconciler_actions_total{reason="ResizeReverted",outcome="reverted"} 1',
      'nodesize_reconciler_passes_total 1',
      'nodesize_reconciler_last_pass_timestamp_seconds 60',
      'nodesize_reconciler_build_info{version="1.2.3"} 1',
      'process_start_time_seconds 60',
      expect.stringMatching(/^process_cpu_seconds_total [\d.]+$/),
      expect.stringMatching(/^process_resident_memory_bytes \d+$/),
      '',
    ])
  })
})

test.each([
  ['SizeRestored', 'NodeSizeRestored'],
  ['NodeOvercommitted', 'NodeSizeGivenBack'],
  ['ResizeNotGrantedInTime', 'NodeResizeReverted'],
])('the Event of a node that was restored because of %s is %s', (why, reason) => {
  const fact = { reason: 'NodeRestored', outcome: 'resized', subject, because: { reason: why, subject } }
  const about = sizeEvent('info', Object.assign(fact, restored))
  const event = objectEvent(about, { component: 'x', instance: 'x'.repeat(300) }, 1_000)
  expect(event).toMatchObject({
    reason,
    type: 'Normal',
    involvedObject: { kind: 'Node', name: 'node-a', uid: 'node-a' },
  })
  expect(event.reportingInstance).toHaveLength(128)
  expect(event.message).toContain('resized from 4/1Gi to 1/1Gi')
})
