import { expect, test } from '@jest/globals'
import { parseDesiredSize } from '../../../../src/lib/sizes/desired/desired-size-text.ts'
import { listedSizesView } from '../../../../src/lib/sizes/list/listed-sizes-view.ts'
import { fleetData, fleetOf, stateColumn } from '../../../../src/lib/sizes/list/top-view.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { balloonPod, installation, node } from '../../pods/samples.ts'

const subject = { kind: 'ConfigMap', name: 'nodesize-sizes-6', namespace: 'kube-system' }

/** A node of 4 cores and 16Gi, whose balloon holds one core and 4Gi. */
function rowWith(text: string | null | undefined) {
  const size = measure({ node: node(), pods: [balloonPod({ cpu: '1', memory: '4Gi' })], installation })
  const stored =
    typeof text === 'string'
      ? { node: 'node-a', text, desired: parseDesiredSize(text, { node: 'node-a', subject }) }
      : text
  return { ...size, stored }
}

const [column] = listedSizesView.wide
const nothing = { hold: null, size: null, by: null, at: null, message: null, problems: [] }

test.each<[string, string | null | undefined, readonly unknown[], unknown, unknown]>([
  ['what may not be read', undefined, ['?', undefined], undefined, undefined],
  ['none', null, ['-', undefined], null, null],
  [
    'one that it has',
    '{"cpu":"3","memory":"12Gi","by":"jane","at":"2026-11-21T00:00:00Z"}',
    ['3/12Gi', undefined],
    {
      ...nothing,
      ...{ hold: 'size', size: { cpu: '3', memory: '12Gi' }, by: 'jane', at: '2026-11-21T00:00:00Z' },
    },
    { cpu: '0', memory: '0' },
  ],
  [
    'a balloon to hold, and the other resource full',
    '{"hold":"balloon","cpu":"2"}',
    ['2/15.9Gi', 'warn'],
    { ...nothing, hold: 'balloon', size: { cpu: '2', memory: '16368Mi' } },
    { cpu: '1', memory: '-4080Mi' },
  ],
  [
    'nonsense',
    'nonsense',
    ['broken', 'warn'],
    {
      ...nothing,
      problems: [
        { reason: 'DesiredSizeNotAnObject', message: "ConfigMap 'nodesize-sizes-6', key 'node-a': not a JSON object" },
      ],
    },
    null,
  ],
])('a node with a desired size: %s', (_, text, shown, desired, drift) => {
  const row = rowWith(text)
  expect([column?.value(row), column?.tone?.(row)]).toEqual(shown)
  const data = listedSizesView.data(row)
  expect([data['desired'], data['drift']]).toEqual([desired, drift])
})

test.each([false, true])('a node that is cordoned says so, and none of its room is free: %s', (unschedulable) => {
  const { scheduling, ...rest } = node()
  const size = measure({
    node: { ...rest, scheduling: { ...scheduling, unschedulable } },
    pods: [balloonPod({ cpu: '1', memory: '4Gi' })],
    installation,
  })
  const shown = Object.fromEntries(listedSizesView.columns.map(({ header, value }) => [header, value(size)]))
  expect(shown).toMatchObject({
    FREE: unschedulable ? '0/0' : '3/12Gi',
    STATE: unschedulable ? 'Ready,SchedulingDisabled' : 'Ready',
  })
  const free = unschedulable ? { cpu: '0', memory: '0' } : { cpu: '3', memory: '12Gi' }
  expect(listedSizesView.data(size)).toMatchObject({ unschedulable, free, state: 'Ready' })
  expect(fleetData(fleetOf([size, size]))).toMatchObject({ unschedulable: unschedulable ? 2 : 0, states: { Ready: 2 } })
  expect(stateColumn.value(fleetOf([size, size]))).toBe(unschedulable ? '2 Ready, 2 SchedulingDisabled' : 'Ready')
})
