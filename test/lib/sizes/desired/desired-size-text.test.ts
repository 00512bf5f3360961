import { expect, test } from '@jest/globals'
import { desiredSizeText, parseDesiredSize } from '../../../../src/lib/sizes/desired/desired-size-text.ts'

const subject = { kind: 'ConfigMap', name: 'nodesize-sizes-0', namespace: 'kube-system' }
const parse = (text: string) => parseDesiredSize(text, { node: 'node-a', subject })
const stamp = { by: 'jane', at: '2026-11-21T00:00:00.000Z', message: 'two\nlines' }
const gib = 2n ** 30n

test.each<[string, Parameters<typeof desiredSizeText>[0], string]>([
  [
    'all of it',
    {
      node: 'node-a',
      hold: 'size',
      amounts: { cpu: 3500n, memory: 12n * gib },
      birth: { cpu: 500n, memory: 4n * gib },
      stamp,
    },
    '{"cpu":"3500m","memory":"12Gi","hold":"size","birth":{"cpu":"500m","memory":"4Gi"},"by":"jane","at":"2026-11-21T00:00:00.000Z","message":"two\\nlines"}',
  ],
  [
    'one resource, without a stamp',
    { node: 'node-a', hold: 'balloon', amounts: { cpu: 1n }, stamp: {} },
    '{"cpu":"1m","hold":"balloon"}',
  ],
])('a desired size is one line of JSON, and is read again as it was: %s', (_, desired, text) => {
  expect(desiredSizeText(desired)).toBe(text)
  expect(parse(text)).toEqual(desired)
})

test.each<[string, string, object]>([
  ['a size is held unless it says otherwise', '{"cpu":"2"}', { hold: 'size', amounts: { cpu: 2000n } }],
  ['cores without quotes', '{"cpu": 2.5}', { amounts: { cpu: 2500n } }],
  ['several lines', '{\n  "memory": "1Gi"\n}\n', { amounts: { memory: gib } }],
  ['fields of a later version', '{"cpu":"2","gpu":"1"}', { amounts: { cpu: 2000n } }],
  ['a birth that is not one', '{"cpu":"2","birth":{"cpu":"lots","memory":"1Gi"}}', { amounts: { cpu: 2000n } }],
  ['half a birth', '{"cpu":"2","birth":{"cpu":"1"}}', { amounts: { cpu: 2000n } }],
  ['a stamp that is not text', '{"cpu":"2","by":7,"at":null}', { stamp: {} }],
])('somebody who edits it is understood: %s', (_, text, expected) => expect(parse(text)).toMatchObject(expected))

test.each<[string, string, readonly object[]]>([
  ['no JSON', 'cpu: 4', [{ reason: 'DesiredSizeNotAnObject' }]],
  ['nothing', '', [{ reason: 'DesiredSizeNotAnObject' }]],
  ['a list', '["cpu"]', [{ reason: 'DesiredSizeNotAnObject' }]],
  ['null', 'null', [{ reason: 'DesiredSizeNotAnObject' }]],
  ['no amounts', '{}', [{ reason: 'DesiredSizeWithoutAmount' }]],
  ['units of the other resource', '{"cpu":"4Gi"}', [{ reason: 'DesiredSizeAmountInvalid', field: 'cpu' }]],
  ['zero', '{"memory":"0"}', [{ reason: 'DesiredSizeAmountIsZero', field: 'memory' }]],
  ['memory without a unit', '{"memory":16}', [{ reason: 'DesiredSizeAmountInvalid', field: 'memory' }]],
  ['more than can be counted', '{"cpu":1e300}', [{ reason: 'DesiredSizeAmountInvalid', field: 'cpu' }]],
  ['an amount that is an object', '{"cpu":{}}', [{ reason: 'DesiredSizeAmountInvalid', field: 'cpu' }]],
  ['an amount that is null', '{"cpu":null,"memory":"1Gi"}', [{ reason: 'DesiredSizeAmountInvalid', field: 'cpu' }]],
  ['another hold', '{"cpu":"1","hold":"both"}', [{ reason: 'DesiredSizeHoldUnknown', text: 'both' }]],
  [
    'all at once',
    '{"cpu":"x","memory":"-1","hold":""}',
    [
      { reason: 'DesiredSizeHoldUnknown', text: '' },
      { reason: 'DesiredSizeAmountInvalid', field: 'cpu' },
      { reason: 'DesiredSizeAmountInvalid', field: 'memory' },
    ],
  ],
])('nonsense is not a desired size, and all that is wrong with it is told: %s', (_, text, problems) => {
  const { problems: found } = parse(text) as { readonly problems: readonly object[] }
  expect(found).toHaveLength(problems.length)
  expect(found).toMatchObject(problems.map((problem) => ({ subject, key: 'node-a', ...problem })))
})
