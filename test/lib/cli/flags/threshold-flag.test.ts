import { describe, expect, test } from '@jest/globals'
import { parseThreshold } from '../../../../src/lib/cli/flags/threshold-flag.ts'
import type { Failure, Said } from '../../../../src/lib/message/failure.ts'
import { plainLine } from '../../../../src/lib/message/line.ts'
import { thresholdFields } from '../../../../src/lib/sizes/plan/threshold.ts'

const Gi = 2n ** 30n
const amount = (field: string, resource: string, operator: string, limit: object) => ({
  kind: 'amount',
  field,
  resource,
  operator,
  limit,
})

test.each<[string, object]>([
  ['free.cpu<500m', amount('free', 'cpu', '<', { amount: 500n })],
  [' free.memory <= 2Gi ', amount('free', 'memory', '<=', { amount: 2n * Gi })],
  ['free.cpu<-1', amount('free', 'cpu', '<', { amount: -1000n })],
  ['free.memory<0', amount('free', 'memory', '<', { amount: 0n })],
  ['free.memory<10%', amount('free', 'memory', '<', { nanoPercent: 10_000_000_000n })],
  ['used.memory>=97.5%', amount('used', 'memory', '>=', { nanoPercent: 97_500_000_000n })],
  ['drift.cpu<-5%', amount('drift', 'cpu', '<', { nanoPercent: -5_000_000_000n })],
  ['balloon.cpu==1m', amount('balloon', 'cpu', '=', { amount: 1n })],
  ['size.cpu!=4', amount('size', 'cpu', '!=', { amount: 4000n })],
  ['requested.cpu>100%', amount('requested', 'cpu', '>', { nanoPercent: 100_000_000_000n })],
  ['drift', { kind: 'flag', field: 'drift' }],
  ['pending', { kind: 'flag', field: 'pending' }],
  ['state!=Ready', { kind: 'state', operator: '!=', state: 'Ready' }],
  ['state = Deferred', { kind: 'state', operator: '=', state: 'Deferred' }],
])("'%s' is a threshold", (text, parsed) => {
  expect(parseThreshold(text)).toEqual({ ...parsed, text })
})

function faultOf(text: string): Said {
  try {
    parseThreshold(text)
  } catch (error) {
    return (error as Failure<Said>).fact
  }
  throw new Error(`'${text}' is a threshold`)
}

const fields = `fields: ${thresholdFields.join(', ')}`

describe('a fault has its column and a remedy', () => {
  test.each<[string, string, ...string[]]>([
    ['', 'column 1: no field', fields],
    ['<500m', 'column 1: no field', fields],
    ['fre.cpu<500m', "column 1: unknown field 'fre.cpu'", 'did you mean free.cpu?', fields],
    ['  Free.cpu<1', "column 3: unknown field 'Free.cpu'", 'did you mean free.cpu?', fields],
    ['requests.cpu>1', "column 1: unknown field 'requests.cpu'", 'did you mean requested.cpu?', fields],
    ['usage.memory>1Gi', "column 1: unknown field 'usage.memory'", 'did you mean used.memory?', fields],
    ['free<1', "column 1: unknown field 'free'", 'did you mean free.cpu or free.memory?', fields],
    ['free.pods<5', "column 1: unknown field 'free.pods'", fields],
    ['nonsense', "column 1: unknown field 'nonsense'", fields],
    ['free.cpu', "column 9: 'free.cpu' requires one of < <= > >= = !=", "quote it: --fail-if 'free.cpu<500m'"],
    [
      'free.memory 1Gi',
      "column 13: 'free.memory' requires one of < <= > >= = !=",
      "quote it: --fail-if 'free.memory<1Gi'",
    ],
    ['free.cpu!1', "column 9: 'free.cpu' requires one of < <= > >= = !=", "quote it: --fail-if 'free.cpu<500m'"],
    ['free.cpu<', "column 10: '' is not an amount of cpu", 'use 500m or 2, or a percentage of size, such as 10%'],
    ['free.cpu<4Gi', "column 10: '4Gi' is not an amount of cpu", 'use 500m or 2, or a percentage of size, such as 10%'],
    [
      'free.memory <  16',
      "column 16: '16' is not an amount of memory",
      'use 512Mi or 2Gi, or a percentage of size, such as 10%',
    ],
    [
      'free.cpu<10 %',
      "column 10: '10 %' is not an amount of cpu",
      'use 500m or 2, or a percentage of size, such as 10%',
    ],
    ['allocatable.cpu<50%', "column 17: 'allocatable.cpu' has no percentage", 'use an amount, such as 500m or 2'],
    ['pending=true', "column 8: 'pending' is not compared with a value", 'write pending alone'],
    [
      'drift>1',
      "column 6: 'drift' is not compared with a value",
      'write drift alone',
      'or an amount, such as drift.cpu>0',
    ],
    ['state<Ready', "column 6: 'state' requires one of = !=", "quote it: --fail-if 'state!=Ready'"],
    ['state', "column 6: 'state' requires one of = !=", "quote it: --fail-if 'state!=Ready'"],
  ])("'%s'", (text, message, ...hints) => {
    const { reason, said, hints: found } = faultOf(text)
    expect({ reason, said: said.map(plainLine), hints: found }).toEqual({
      reason: 'ThresholdInvalid',
      said: [`'${text}', ${message}`],
      hints,
    })
  })

  test('a state is spelt as it is', () => {
    expect(faultOf('state!=deffered').hints[0]).toBe('did you mean Deferred?')
  })
})
