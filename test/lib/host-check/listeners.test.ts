import { expect, test } from '@jest/globals'
import { addressKey, isInTheWay } from '../../../src/lib/host-check/port-checks.ts'

// Seen with kubelets 1.33 to 1.36 on hosts with these listeners (test/oracle/start).
test.each<[listener: string, wanted: string, inTheWay: boolean]>([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '10.0.0.5', false],
  ['127.0.0.1', '0.0.0.0', true],
  ['127.0.0.1', '::', true],
  ['127.0.0.1', '::1', false],
  ['::1', '0.0.0.0', true],
  ['::1', '::', true],
  ['::1', '127.0.0.1', false],
  ['0.0.0.0', '127.0.0.1', true],
  ['0.0.0.0', '::1', false],
  ['0.0.0.0', '::', true],
  ['::', '127.0.0.1', true],
  ['::', '::1', true],
])('a listener at %s is in the way of a kubelet at %s: %j', (listener, wanted, inTheWay) => {
  expect(isInTheWay(addressKey(listener)!, addressKey(wanted)!)).toBe(inTheWay)
})
