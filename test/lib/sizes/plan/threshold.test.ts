import { expect, test } from '@jest/globals'
import { parseThreshold } from '../../../../src/lib/cli/flags/threshold-flag.ts'
import { amountsOf } from '../../../../src/lib/pods/amounts.ts'
import { crossedBy, type Judged, needsDrift, needsUsage } from '../../../../src/lib/sizes/plan/threshold.ts'
import { node } from '../../pods/samples.ts'

const sized = (cpu: string, memory: string) => amountsOf({ cpu, memory })

/** 4 cores and 16Gi, of which the balloon has 1 core and 8Gi, and pods request 2750m and 4Gi. */
const judged = (changes: Partial<Judged> = {}): Judged => ({
  node: node(),
  state: 'Ready',
  allocatable: sized('4', '16Gi'),
  balloon: sized('1', '8Gi'),
  size: sized('3', '8Gi'),
  requested: sized('2750m', '4Gi'),
  free: sized('250m', '4Gi'),
  used: sized('1', '7Gi'),
  drift: sized('0', '0'),
  ...changes,
})

const findings = (node: Judged, ...texts: readonly string[]) =>
  crossedBy([node], texts.map(parseThreshold)).map(({ subject: _, threshold: __, ...rest }) => rest)

const crossed = (field: string, value: string, percent?: { value: string; of: string }) => ({
  reason: 'ThresholdCrossed',
  field,
  value,
  ...(field.includes('.') && { percent }),
})
const size = 'size'
const allocatable = 'allocatable'

test.each<[string, object]>([
  ['free.cpu<500m', crossed('free.cpu', '250m')],
  ['free.cpu<=250m', crossed('free.cpu', '250m')],
  ['free.cpu=250m', crossed('free.cpu', '250m')],
  ['free.cpu!=1', crossed('free.cpu', '250m')],
  ['free.cpu<10%', crossed('free.cpu', '250m', { value: '8.3%', of: size })],
  ['used.memory>=87.5%', crossed('used.memory', '7Gi', { value: '87.5%', of: size })],
  ['size.memory<=50%', crossed('size.memory', '8Gi', { value: '50.0%', of: allocatable })],
  ['balloon.cpu>=25%', crossed('balloon.cpu', '1', { value: '25.0%', of: allocatable })],
  ['allocatable.cpu>3', crossed('allocatable.cpu', '4')],
  ['requested.cpu>90%', crossed('requested.cpu', '2750m', { value: '91.6%', of: size })],
])('%s fails', (text, finding) => {
  expect(findings(judged(), text)).toEqual([finding])
})

test.each([
  'free.cpu<250m',
  'free.cpu>250m',
  'free.cpu!=250m',
  'free.memory<50%',
  'used.memory>87.5%',
  'size.memory<50%',
  'drift',
  'drift.cpu!=0',
  'pending',
  'state!=Ready',
  'state=Deferred',
])('%s holds for none', (text) => {
  expect(findings(judged(), text)).toEqual([])
})

test.each<[string, Partial<Judged>, string, object]>([
  ['more requested than there is', { free: sized('-250m', '0') }, 'free.cpu<0', crossed('free.cpu', '-250m')],
  [
    'the same in percent',
    { free: amountsOf({ cpu: '-300m' }) },
    'free.cpu<-5%',
    crossed('free.cpu', '-300m', { value: '-10.0%', of: size }),
  ],
  ['no size at all', { size: sized('0', '0'), free: sized('-1', '0') }, 'free.cpu<10%', crossed('free.cpu', '-1')],
  [
    'a node that is larger than its desired size',
    { drift: sized('500m', '0') },
    'drift',
    crossed('drift', 'cpu 500m, memory 0'),
  ],
  ['a smaller one', { drift: sized('-1', '0') }, 'drift.cpu<0', crossed('drift.cpu', '-1')],
  ['a deferred resize', { state: 'Deferred' }, 'pending', crossed('pending', 'Deferred')],
  ['one that never fits', { state: 'Infeasible' }, 'pending', crossed('pending', 'Infeasible')],
  ['a node that is down', { state: 'NodeNotReady' }, 'state!=Ready', crossed('state', 'NodeNotReady')],
])('%s fails', (_, changes, text, finding) => {
  expect(findings(judged(changes), text)).toEqual([finding])
})

test.each<[string, Partial<Judged>, string, string]>([
  ['usage without a metrics API', { used: undefined }, 'used.cpu>1', 'used.cpu'],
  ['drift without the right to read desired sizes', { drift: undefined }, 'drift', 'drift'],
  ['the same as an amount', { drift: undefined }, 'drift.memory>0', 'drift.memory'],
])('%s is not known, and fails', (_, changes, text, field) => {
  expect(findings(judged(changes), text)).toEqual([{ reason: 'ThresholdNotKnown', field }])
})

test('every threshold is judged for every node', () => {
  const nodes = ['node-a', 'node-b'].map((name) => judged({ node: node({ name }) }))
  const found = crossedBy(nodes, ['free.cpu<1', 'free.memory<5Gi', 'pending'].map(parseThreshold))
  expect(found.map(({ subject, threshold }) => `${subject.name} ${threshold}`)).toEqual([
    ...['node-a free.cpu<1', 'node-a free.memory<5Gi'],
    ...['node-b free.cpu<1', 'node-b free.memory<5Gi'],
  ])
})

test.each<[string, boolean, boolean]>([
  ['free.cpu<1', false, false],
  ['used.cpu<1', true, false],
  ['drift.cpu<1', false, true],
  ['drift', false, true],
  ['pending', false, false],
  ['state!=Ready', false, false],
])('%s needs usage: %s, and desired sizes: %s', (text, usage, drift) => {
  const thresholds = [parseThreshold(text)]
  expect([needsUsage(thresholds), needsDrift(thresholds)]).toEqual([usage, drift])
})
