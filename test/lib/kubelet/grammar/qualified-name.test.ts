import { describe, expect, test } from '@jest/globals'
import { flawOfLabelValue, flawOfQualifiedName } from '../../../../src/lib/kubelet/grammar/qualified-name.ts'

const characters = 'must have only letters, digits, -, _ and ., and a letter or digit at both ends'
const prefix = (text: string): string =>
  `must have a DNS subdomain before the /, not '${text}': lower-case letters, digits, - and ., at most 253`

describe('a qualified name', () => {
  test.each([
    ['a', undefined],
    ['A', undefined],
    ['a-_.Z', undefined],
    ['example.com/a', undefined],
    ['0/0', undefined],
    ['a'.repeat(63), undefined],
    [`${'a'.repeat(253)}/${'a'.repeat(63)}`, undefined],
    ['', 'must have a name'],
    ['-a', characters],
    ['a_', characters],
    ['a\n', characters],
    ['é', characters],
    ['a'.repeat(64), 'must have at most 63 characters, not 64'],
    ['a/b/c', 'must not have more than one /'],
    ['//', 'must not have more than one /'],
    ['a/', 'must have a name after the /'],
    ['a/-', 'must have only letters, digits, -, _ and . after the /, and a letter or digit at both ends'],
    [`a/${'a'.repeat(64)}`, 'must have at most 63 characters after the /, not 64'],
    ['/a', prefix('')],
    ['Example.com/a', prefix('Example.com')],
    ['a..b/a', prefix('a..b')],
    ['a-/a', prefix('a-')],
    [`${'a'.repeat(254)}/a`, prefix(`${'a'.repeat(60)}…`)],
  ])('%j: %j', (text, flaw) => {
    expect(flawOfQualifiedName(text)).toBe(flaw)
  })
})

describe('a label value', () => {
  test.each([
    ['', undefined],
    ['a.B-c_0', undefined],
    ['b'.repeat(63), undefined],
    ['b'.repeat(64), 'must have at most 63 characters, not 64'],
    ['a/b', characters],
    ['a ', characters],
  ])('%j: %j', (text, flaw) => {
    expect(flawOfLabelValue(text)).toBe(flaw)
  })
})
