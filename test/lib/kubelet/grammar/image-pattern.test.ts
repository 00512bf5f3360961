import { expect, test } from '@jest/globals'
import { flawOfImagePattern } from '../../../../src/lib/kubelet/grammar/image-pattern.ts'

const digest = `sha256:${'0'.repeat(64)}`
const long = 'a'.repeat(255)

/** A pattern, and whether kubelets take it from 1.36 on, and before. */
test.each([
  ['docker.io/library/busybox', true, true],
  ['docker.io/team/app', true, true],
  ['registry.example:5000/app', true, true],
  ['localhost/app', true, true],
  ['localhost:5000/app', true, true],
  ['127.0.0.1/app', true, true],
  ['[::1]:5000/app', true, true],
  ['UPPER/app', true, true],
  ['a_b.c/d', true, true],
  [`a.b/${long}`, true, true],
  ['a', true, false],
  ['a.b', true, false],
  ['a/b', true, false],
  ['a__b/c.d/e---f', true, false],
  ['docker.io/busybox', true, false],
  ['index.docker.io/team/app', true, false],
  ['0'.repeat(64), true, false],
  [long, true, false],
  ['a.b/*', true, true],
  ['a/*', true, true],
  ['//*', true, true],
  ['a b/*', true, true],
  ['', false, false],
  ['*', false, false],
  ['/*', false, false],
  ['a*', false, false],
  ['a/**', false, false],
  ['*/*', false, false],
  [' a.b/c', false, false],
  ['a.b/c\u0085', false, false],
  ['a.b/*\u00a0', false, false],
  ['a.b/c:tag', false, false],
  [`a.b/c@${digest}`, false, false],
  ['a:5000', false, false],
  ['a.b/', false, false],
  ['/a', false, false],
  ['a.b//c', false, false],
  ['a.b/C', false, false],
  ['a.b/-c', false, false],
  ['a.b/c_', false, false],
  ['a___b/c', false, false],
  ['a..b/c', false, false],
  ['-a.b:1/c', false, false],
  ['a.b:/c', false, false],
  ['[::1/c', false, false],
  [`a.b/${long}a`, false, false],
  [`a_b/${long}`, false, false],
])('%j: %j, up to 1.35 %j', (text, now, before) => {
  expect(flawOfImagePattern(text, { normal: false }) === undefined).toBe(now)
  expect(flawOfImagePattern(text, { normal: true }) === undefined).toBe(before)
})

test('the fault is reported', () => {
  const flaws = ['', ' a', '*a', '/*', 'a:b'].map((text) => flawOfImagePattern(text, { normal: false }))
  expect(flaws).toEqual([
    'must not be empty',
    'must not have spaces around it',
    'must not have * anywhere but in a final /*',
    'must have a registry before the /*',
    'must be the name of an image, without tag and digest',
  ])
})

test('a long text is checked quickly', () => {
  expect(flawOfImagePattern('a.'.repeat(1_000_000), { normal: false })).toContain('name of an image')
  expect(flawOfImagePattern(`${'a.'.repeat(1_000_000)}/a`, { normal: false })).toContain('name of an image')
})
