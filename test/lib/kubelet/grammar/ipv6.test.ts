import { expect, test } from '@jest/globals'
import { isIpv6 } from '../../../../src/lib/kubelet/grammar/ipv6.ts'

test.each([
  ['::', true],
  ['::1', true],
  ['1::', true],
  ['fe80::1', true],
  ['1:2:3:4:5:6:7:8', true],
  ['1:2:3:4:5:6:7::', true],
  ['::ABCD:ef01', true],
  ['::1.2.3.4', true],
  ['1:2:3:4:5:6:1.2.3.4', true],
  ['1::5:1.2.3.4', true],
  ['', false],
  [':', false],
  ['1', false],
  ['1.2.3.4', false],
  ['1:2:3:4:5:6:7', false],
  ['1:2:3:4:5:6:7:8:9', false],
  ['1:2:3:4:5:6:7::8', false],
  ['::1:2:3:4:5:6:1.2.3.4', false],
  ['1:2:3:4:5:1.2.3.4', false],
  ['1::2::3', false],
  [':::', false],
  [':1::', false],
  ['1::2:', false],
  ['12345::', false],
  ['g::', false],
  ['1.2.3.4::', false],
  ['::1.2.3', false],
  ['::1.2.3.256', false],
  ['::1.2.3.04', false],
  ['::1%eth0', false],
])('is %j an IPv6 address? %j', (text, expected) => {
  expect(isIpv6(text)).toBe(expected)
})
