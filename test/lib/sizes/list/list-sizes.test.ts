import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { parseThreshold } from '../../../../src/lib/cli/flags/threshold-flag.ts'
import type { NodeSelection } from '../../../../src/lib/nodes/node-selection.ts'
import { judgeSizes } from '../../../../src/lib/sizes/list/judge-sizes.ts'
import { type ListedParts, listSizes } from '../../../../src/lib/sizes/list/list-sizes.ts'
import type { NodeTotals } from '../../../../src/lib/sizes/model/node-size.ts'
import { survey } from '../../../../src/lib/sizes/resize/survey.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { forbidden, limits } from '../../cluster/clusters.ts'
import { clusterWithBalloons, giveBalloon, runPod } from '../resize/balloons.ts'
import { cpu, resizeNodeA } from '../resize/kept-sizes.ts'

let world: InProcess
beforeEach(() => {
  world = clusterWithBalloons({ name: 'node-a' }, { name: 'node-b' }, { name: 'node-c' })
  runPod(world, { name: 'app', node: 'node-b', cpu: '500m', memory: '1Gi' })
})
afterEach(() => world[Symbol.dispose]())

const path = '/apis/metrics.k8s.io/v1beta1/nodes'
const measured = (name: string) => ({ metadata: { name }, usage: { cpu: '250m', memory: '2Gi' } })
const all: NodeSelection = { by: 'all' }
const list = (selection: NodeSelection, parts: ListedParts = {}) => listSizes(world.cluster, selection, parts, limits)

test.each<[string, NodeSelection]>([
  ['all', all],
  ['some names', { by: 'name', names: ['node-b', 'node-z', 'node-a', 'node-b'] }],
  ['a label', { by: 'label', selector: 'kubernetes.io/hostname in (node-a,node-b)' }],
  ['more names than are read singly', { by: 'name', names: [...'bacdefghijklm'].map((one) => `node-${one}`) }],
])('the sizes of %s are those of a survey', async (_, selection) => {
  giveBalloon(world, { cpu: '2', memory: '16Mi' })
  const { sizes, unknown, warnings } = await survey(world.cluster, selection, limits)
  const found = await list(selection)
  expect(found).toMatchObject({ unknown, warnings, notes: [] })
  const withoutPods = ({ balloonState, ...size }: NodeTotals) => ({ ...size, kind: balloonState.kind })
  const surveyed = sizes.map(({ occupants: _occupants, ...size }) => ({ ...size, stored: undefined, used: undefined }))
  expect(found.sizes.map(withoutPods)).toEqual(surveyed.map(withoutPods))
})

describe('usage', () => {
  test('is that of the metrics API, for the nodes that it has measured', async () => {
    world.mishap = (call) =>
      call.path.startsWith(path)
        ? { kind: 'answer', status: 200, body: { kind: 'NodeMetricsList', items: [measured('node-b')] } }
        : undefined
    const { sizes, notes } = await list(all, { usage: true })
    expect(sizes.map(({ used }) => used)).toEqual([undefined, { cpu: 250n, memory: 2n * 2n ** 30n }, undefined])
    expect(notes).toEqual([])
  })

  test('is not known without a metrics API: a note says so once', async () => {
    const { sizes, notes } = await list(all, { usage: true })
    expect(notes).toEqual([{ reason: 'MetricsNotServed' }])
    expect(sizes.map(({ used }) => used)).toEqual([undefined, undefined, undefined])
  })

  test('is not known without the right to it', async () => {
    world.mishap = (call) => (call.path.startsWith(path) ? forbidden('jane may not') : undefined)
    const { sizes, notes } = await list(all, { usage: true })
    expect(notes).toMatchObject([{ reason: 'UsageUnknown', because: { reason: 'AccessDenied' } }])
    expect(sizes).toHaveLength(3)
  })
})

test('without the right to list pods, nothing is listed', async () => {
  world.mishap = (call) => (call.path === '/api/v1/pods' ? forbidden('jane may not list pods') : undefined)
  await expect(list(all)).rejects.toMatchObject({ code: 'refused', fact: { reason: 'AccessDenied' } })
})

describe('thresholds', () => {
  const judge = async (...texts: readonly string[]) => {
    const { sizes } = await list(all, { desiredSizes: true })
    return judgeSizes(sizes, texts.map(parseThreshold)).map(
      ({ subject, reason, threshold }) => `${subject.name} ${reason} ${threshold}`,
    )
  }

  test('of drift: a node without a desired size has none', async () => {
    await resizeNodeA(world, { size: cpu('2') })
    expect(await judge('drift')).toEqual([])
    giveBalloon(world, { cpu: '1', memory: '16Mi' })
    expect(await judge('drift', 'drift.cpu>2')).toEqual(['node-a ThresholdCrossed drift'])
  })

  test('of usage that is not known are failed by every node', async () => {
    expect(await judge('used.cpu>1')).toEqual(
      ['node-a', 'node-b', 'node-c'].map((name) => `${name} ThresholdNotKnown used.cpu>1`),
    )
  })
})
