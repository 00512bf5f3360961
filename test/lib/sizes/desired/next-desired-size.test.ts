import { describe, expect, test } from '@jest/globals'
import { amountsOf, formatAmount, formatAmounts, none, type QuantityText } from '../../../../src/lib/pods/amounts.ts'
import type { DesiredSize } from '../../../../src/lib/sizes/desired/desired-size.ts'
import { nextDesiredSize, requestFor, sameDesired } from '../../../../src/lib/sizes/desired/next-desired-size.ts'
import type { HoldPolicy } from '../../../../src/lib/sizes/model/hold-policy.ts'
import { measure } from '../../../../src/lib/sizes/model/node-size.ts'
import { parseSize, type SizeRequest } from '../../../../src/lib/sizes/model/size.ts'
import { balloonPod, installation, node } from '../../pods/samples.ts'

const stamp = { by: 'jane', at: '2026-11-21T00:00:00.000Z' }
const floor = { cpu: '1m', memory: '16Mi' }

const request = ({ cpu, memory }: Partial<QuantityText>): SizeRequest => ({
  ...(cpu !== undefined && { cpu: parseSize('cpu', cpu) }),
  ...(memory !== undefined && { memory: parseSize('memory', memory) }),
})

const desiredOf = ({ hold = 'size', ...amounts }: Partial<QuantityText> & { hold?: HoldPolicy }): DesiredSize => {
  const parsed = amountsOf({ cpu: '0', memory: '0', ...amounts })
  return {
    ...{ node: 'node-a', hold, stamp: { by: 'somebody else' } },
    amounts: {
      ...('cpu' in amounts && { cpu: parsed.cpu }),
      ...('memory' in amounts && { memory: parsed.memory }),
    },
  }
}

interface Situation {
  readonly asked: Partial<QuantityText>
  readonly hold?: HoldPolicy
  readonly present?: Parameters<typeof desiredOf>[0]
  readonly balloon?: QuantityText
}

/** The node has 4 cores and 16Gi. */
const next = ({ asked, hold, present, balloon = floor }: Situation): DesiredSize | undefined =>
  nextDesiredSize({
    measured: measure({ node: node(), pods: [balloonPod(balloon)], installation }),
    request: request(asked),
    ...{ hold, present: present && desiredOf(present), stamp },
  })

function brief(desired: DesiredSize | undefined): unknown {
  if (desired === undefined) return undefined
  const { cpu, memory } = desired.amounts
  return [
    desired.hold,
    cpu === undefined ? undefined : formatAmount.cpu(cpu),
    memory === undefined ? undefined : formatAmount.memory(memory),
  ]
}

describe('the desired size after a size was requested', () => {
  test.each<[string, Situation, readonly unknown[] | undefined]>([
    ['both', { asked: { cpu: '3', memory: '12Gi' } }, ['size', '3', '12Gi']],
    ['a part of allocatable is an amount from then on', { asked: { cpu: '50%' } }, ['size', '2', undefined]],
    ['what was not asked for is full, as the balloon', { asked: { cpu: '3' } }, ['size', '3', undefined]],
    [
      'or what the balloon holds, without a desired size',
      { asked: { cpu: '3' }, balloon: { cpu: '1m', memory: '4Gi' } },
      ['size', '3', '12Gi'],
    ],
    ['or what is desired', { asked: { cpu: '3' }, present: { memory: '8Gi' } }, ['size', '3', '8Gi']],
    [
      'a desired size wins over the balloon',
      { asked: { cpu: '3' }, present: { memory: '8Gi' }, balloon: { cpu: '2', memory: '4Gi' } },
      ['size', '3', '8Gi'],
    ],
    ['the full size is no desired size', { asked: { cpu: 'max', memory: 'max' }, present: { cpu: '1' } }, undefined],
    [
      'max of one leaves the other',
      { asked: { cpu: 'max' }, present: { cpu: '1', memory: '8Gi' } },
      ['size', undefined, '8Gi'],
    ],
    ['max of the only one', { asked: { cpu: 'max' }, present: { cpu: '1' } }, undefined],
    ['as much as there is, less the floor', { asked: { cpu: '4' } }, ['size', '3999m', undefined]],
    ['more than there is will be refused', { asked: { cpu: '5' }, present: { cpu: '1' } }, ['size', '1', undefined]],
    ['and without a desired size, there is none', { asked: { cpu: '5' } }, undefined],
  ])('%s', (_, situation, expected) => expect(brief(next(situation))).toEqual(expected))

  test.each<[string, Situation, readonly unknown[]]>([
    ['the balloon is held when told', { asked: { cpu: '3' }, hold: 'balloon' }, ['balloon', '1', undefined]],
    [
      'what was held stays so',
      { asked: { cpu: '3' }, present: { hold: 'balloon', memory: '4Gi' } },
      ['balloon', '1', '4Gi'],
    ],
    [
      'another hold is of both',
      { asked: { cpu: '3' }, hold: 'balloon', present: { memory: '12Gi' } },
      ['balloon', '1', '4Gi'],
    ],
    [
      'and back',
      { asked: { cpu: '3' }, hold: 'size', present: { hold: 'balloon', memory: '4Gi' } },
      ['size', '3', '12Gi'],
    ],
  ])('%s', (_, situation, expected) => expect(brief(next(situation))).toEqual(expected))

  test.each<[string, Situation, object]>([
    ['the size leaves it', { asked: { cpu: '3', memory: '12Gi' } }, { cpu: '1', memory: '4Gi' }],
    ['a resource without a desired size is the floor', { asked: { cpu: '3' } }, { cpu: '1', memory: '16Mi' }],
    ['the balloon is held', { asked: { cpu: '3' }, hold: 'balloon' }, { cpu: '1', memory: '16Mi' }],
  ])('says what a new balloon requests: %s', (_, situation, expected) =>
    expect(formatAmounts(next(situation)?.birth ?? none)).toEqual(expected),
  )

  test('has the stamp of who asked', () =>
    expect(next({ asked: { cpu: '3' }, present: { cpu: '1' } })?.stamp).toBe(stamp))
})

test('a size that a node has is asked for as max where its balloon holds the floor', () => {
  const allocatable = amountsOf({ cpu: '4', memory: '16Gi' })
  expect(requestFor(amountsOf({ cpu: '3999m', memory: '12Gi' }), allocatable)).toEqual({
    cpu: { kind: 'max' },
    memory: { kind: 'amount', amount: 12n * 2n ** 30n },
  })
})

test.each<[string, DesiredSize | undefined, DesiredSize | undefined, boolean]>([
  ['none and none', undefined, undefined, true],
  ['one and none', desiredOf({ cpu: '1' }), undefined, false],
  ['of different people', desiredOf({ cpu: '1' }), { ...desiredOf({ cpu: '1' }), stamp }, true],
  ['another amount', desiredOf({ cpu: '1' }), desiredOf({ cpu: '2' }), false],
  ['another resource', desiredOf({ cpu: '1' }), desiredOf({ cpu: '1', memory: '1Gi' }), false],
  [
    'another size of new balloons',
    desiredOf({ cpu: '1' }),
    { ...desiredOf({ cpu: '1' }), birth: amountsOf({ cpu: '3', memory: '16Mi' }) },
    false,
  ],
  ['another hold', desiredOf({ cpu: '1' }), desiredOf({ hold: 'balloon', cpu: '1' }), false],
])('desired sizes are the same or not: %s', (_, one, other, expected) => expect(sameDesired(one, other)).toBe(expected))
