import { describe, expect, test } from '@jest/globals'
import { Failure } from '../../../../src/lib/message/failure.ts'
import type { Resource } from '../../../../src/lib/pods/amounts.ts'
import { absolute, parseSize, resolveSize, type SizeExpression } from '../../../../src/lib/sizes/model/size.ts'

const Gi = 2n ** 30n
const Mi = 2n ** 20n

describe('reading a size', () => {
  test.each<[Resource, string, SizeExpression]>([
    ['cpu', '4', { kind: 'amount', amount: 4_000n }],
    ['cpu', '3500m', { kind: 'amount', amount: 3_500n }],
    ['cpu', '+2', { kind: 'relative', delta: 2_000n }],
    ['cpu', '-500m', { kind: 'relative', delta: -500n }],
    ['memory', '16Gi', { kind: 'amount', amount: 16n * Gi }],
    ['memory', '-1Gi', { kind: 'relative', delta: -Gi }],
    ['memory', '50%', { kind: 'percent', nanos: 50_000_000_000n }],
    ['cpu', '12.5%', { kind: 'percent', nanos: 12_500_000_000n }],
    ['cpu', 'max', { kind: 'max' }],
  ])('%s %s', (resource, text, expression) => {
    expect(parseSize(resource, text)).toEqual(expression)
  })

  test.each<[Resource, string, string]>([
    ['cpu', '', 'InvalidQuantity'],
    ['cpu', '4cpu', 'InvalidQuantity'],
    ['cpu', '1e400', 'QuantityTooLarge'],
    ['cpu', 'NaN', 'InvalidQuantity'],
    ['cpu', 'MAX', 'InvalidQuantity'],
    ['cpu', '--1', 'SizeMissing'],
    ['cpu', '+10%', 'SizePercentRelative'],
    ['cpu', '-10%', 'SizePercentRelative'],
    ['cpu', '4Gi', 'InvalidQuantity'],
    ['memory', '16', 'UnitMissing'],
    ['memory', '1', 'UnitMissing'],
    ['cpu', '0', 'SizeIsZero'],
    ['cpu', '-0', 'SizeDeltaIsZero'],
    ['memory', '+0Gi', 'SizeDeltaIsZero'],
    ['memory', '0%', 'SizePercentOutOfRange'],
    ['memory', '150%', 'SizePercentOutOfRange'],
    ['memory', '100.000000001%', 'SizePercentOutOfRange'],
  ])("%s '%s' is refused", (resource, text, reason) => {
    const read = () => parseSize(resource, text)
    expect(read).toThrow(Failure)
    expect(read).toThrow(expect.objectContaining({ code: 'usage', fact: expect.objectContaining({ reason }) }))
  })
})

describe('what a size means on a node with 4 cores and 16Gi, 3 and 12Gi of which are its size', () => {
  const present = { allocatable: { cpu: 4_000n, memory: 16n * Gi }, size: { cpu: 3_000n, memory: 12n * Gi } }
  const largest = { cpu: 3_999n, memory: 16n * Gi - 16n * Mi }

  test.each<[Resource, string, bigint]>([
    ['cpu', '2', 2_000n],
    ['cpu', '1m', 1n],
    ['cpu', '+500m', 3_500n],
    ['cpu', '-2999m', 1n],
    ['cpu', '33.3333%', 1_333n],
    ['cpu', '100%', largest.cpu],
    ['cpu', 'max', largest.cpu],
    ['cpu', '4', largest.cpu],
    ['cpu', '3999m', largest.cpu],
    ['memory', '50%', 8n * Gi],
    ['memory', '-1Gi', 11n * Gi],
    ['memory', '+4Gi', largest.memory],
    ['memory', '16360Mi', 16_360n * Mi],
    ['memory', '16369Mi', largest.memory],
    ['memory', 'max', largest.memory],
  ])('%s %s', (resource, text, target) => {
    const resolved = resolveSize({ [resource]: parseSize(resource, text) }, present)
    expect(resolved).toMatchObject({ kind: 'size', size: { ...present.size, [resource]: target } })
  })

  test.each<[Resource, string, bigint]>([
    ['cpu', '64', 64_000n],
    ['cpu', '+1001m', 4_001n],
    ['memory', '1Ti', 1024n * Gi],
    ['cpu', '-3', 0n],
    ['memory', '-13Gi', -Gi],
    ['cpu', '0.01%', 0n],
  ])('%s %s is out of range', (resource, text, target) => {
    const resolved = resolveSize({ [resource]: parseSize(resource, text) }, present)
    expect(resolved).toEqual({ kind: 'out-of-range', problems: [{ resource, target, largest: largest[resource] }] })
  })

  test('both resources can be out of range', () => {
    const both = { cpu: parseSize('cpu', '64'), memory: parseSize('memory', '1Ti') }
    expect(resolveSize(both, present)).toMatchObject({ problems: [{ resource: 'cpu' }, { resource: 'memory' }] })
  })

  test.each<[string, string, object]>([
    [
      'all of allocatable leaves the balloon its floor, and says so',
      '4',
      [{ resource: 'cpu', asked: 4_000n, floor: 1n }],
    ],
    ['a percentage may be all of it as well', '100%', [{ resource: 'cpu', asked: 4_000n, floor: 1n }]],
    ['max asks for nothing else', 'max', []],
    ['the largest size is what was asked for', '3999m', []],
  ])('%s', (_, text, kept) => {
    expect(resolveSize({ cpu: parseSize('cpu', text) }, present)).toMatchObject({ kept })
  })

  test('both resources can be asked for at once, and nothing at all', () => {
    const both = { cpu: parseSize('cpu', '1'), memory: parseSize('memory', '+1Gi') }
    expect(resolveSize(both, present)).toMatchObject({ size: { cpu: 1_000n, memory: 13n * Gi } })
    expect(resolveSize({}, present)).toMatchObject({ size: present.size })
  })

  test('a node that cannot even hold the smallest balloon has no size', () => {
    const tiny = { allocatable: { cpu: 1n, memory: Mi }, size: { cpu: 0n, memory: 0n } }
    expect(resolveSize({ cpu: { kind: 'max' } }, tiny)).toMatchObject({ problems: [{ target: 0n }] })
  })
})

test('a relative size becomes an amount, and other sizes do not change', () => {
  const present = { cpu: 3_000n, memory: 8n * Gi }
  expect(absolute({ cpu: parseSize('cpu', '-1') }, present)).toEqual({ cpu: { kind: 'amount', amount: 2_000n } })
  const request = { cpu: parseSize('cpu', '50%'), memory: parseSize('memory', 'max') }
  expect(absolute(request, present)).toEqual(request)
})
