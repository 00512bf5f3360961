import { describe, expect, test } from '@jest/globals'
import { Failure } from '../../../src/lib/failure.ts'
import type { Resource } from '../../../src/lib/sizing/amounts.ts'
import { parseSize, resolveSize, type SizeExpression } from '../../../src/lib/sizing/size.ts'

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
    ['cpu', '1e400', 'InvalidQuantity'],
    ['cpu', 'NaN', 'InvalidQuantity'],
    ['cpu', 'MAX', 'InvalidQuantity'],
    ['cpu', '--1', "cpu '--1' is no size"],
    ['cpu', '+10%', 'InvalidQuantity'],
    ['cpu', '4Gi', 'InvalidQuantity'],
    ['memory', '16', 'UnitMissing'],
    ['memory', '1', 'UnitMissing'],
    ['cpu', '0', "cpu '0' is no size"],
    ['cpu', '-0', "cpu '-0' is no size"],
    ['memory', '+0Gi', "memory '+0Gi' is no size"],
    ['memory', '0%', "memory '0%' is no size"],
    ['memory', '150%', "memory '150%' is no size"],
    ['memory', '100.000000001%', "memory '100.000000001%' is no size"],
  ])('%s %j is refused', (resource, text, message) => {
    const read = () => parseSize(resource, text)
    expect(read).toThrow(Failure)
    expect(read).toThrow(expect.objectContaining({ code: 'usage', message }))
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
    expect(resolved).toEqual({ ...present.size, [resource]: target })
  })

  test.each<[Resource, string, string, readonly string[]]>([
    [
      'cpu',
      '64',
      'cpu 64 is more than the node has to offer',
      ['the largest size possible is 3999m; max means just that'],
    ],
    ['cpu', '+1001m', 'cpu 4001m is more than the node has to offer', [expect.any(String) as unknown as string]],
    [
      'memory',
      '1Ti',
      'memory 1Ti is more than the node has to offer',
      ['the largest size possible is 16368Mi; max means just that'],
    ],
    ['cpu', '-3', 'cpu 0 would leave nothing of the node', []],
    ['memory', '-13Gi', 'memory -1Gi would leave nothing of the node', []],
    ['cpu', '0.01%', 'cpu 0 would leave nothing of the node', []],
  ])('%s %s is invalid', (resource, text, message, suggestions) => {
    const resolved = resolveSize({ [resource]: parseSize(resource, text) }, present)
    expect(resolved).toBeInstanceOf(Failure)
    expect(resolved).toMatchObject({ code: 'invalid', message, suggestions })
  })

  test('both resources can be asked for at once, and nothing at all', () => {
    const both = { cpu: parseSize('cpu', '1'), memory: parseSize('memory', '+1Gi') }
    expect(resolveSize(both, present)).toEqual({ cpu: 1_000n, memory: 13n * Gi })
    expect(resolveSize({}, present)).toEqual(present.size)
  })

  test('a node that cannot even hold the smallest balloon has no size', () => {
    const tiny = { allocatable: { cpu: 1n, memory: Mi }, size: { cpu: 0n, memory: 0n } }
    expect(resolveSize({ cpu: { kind: 'max' } }, tiny)).toMatchObject({
      message: 'cpu 0 would leave nothing of the node',
    })
  })
})
