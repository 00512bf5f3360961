import { expect, test } from '@jest/globals'
import { flawOfCpuSet } from '../../../../src/lib/kubelet/grammar/cpu-set.ts'

test.each([
  '',
  '0',
  '0-3,8',
  '8,0-3,2',
  '0,0',
  '1-1',
  '007',
  '+1-+2',
  '0--0',
  '9223372036854775807',
  '00000000000000000000000000001',
  '0-16777215',
])('%j is a set of CPUs', (text) => {
  expect(flawOfCpuSet(text)).toBeUndefined()
})

test.each([
  ['-1', "not '-1'"],
  ['0,', "not ''"],
  [' 0', "not ' 0'"],
  ['0 - 3', "not '0 - 3'"],
  ['0\n', "not '0\\n'"],
  ['0-3-5', "not '0-3-5'"],
  ['0-7:2', "not '0-7:2'"],
  ['1,0x1', "not '0x1'"],
  ['1_0', "not '1_0'"],
  ['\u0661', 'not'],
  ['9223372036854775808', 'not'],
  ['0-9223372036854775808', 'not'],
  ['3-1', 'ends before it begins'],
  ['0--1', 'ends before it begins'],
  ['0-16777216', 'more than 16777216 CPUs'],
  ['0-8388608,0-8388608', 'more than 16777216 CPUs'],
  ['0-9223372036854775807', 'more than 16777216 CPUs'],
])('%j is none', (text, flaw) => {
  expect(flawOfCpuSet(text)).toContain(flaw)
})

test('a long text is checked quickly', () => {
  expect(flawOfCpuSet('9'.repeat(1_000_000))).toContain('must be numbers')
  expect(flawOfCpuSet('1,'.repeat(100_000))).toContain("not ''")
})
