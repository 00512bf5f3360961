import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  bundleOf,
  type Certificates,
  isServingTrusted,
  lifetimeMs,
  nextStep,
  servableIn,
  servingUntil,
  waitsForTrust,
} from '../../../src/lib/webhook/certificates.ts'
import { afterStep } from '../../../src/lib/webhook/issue.ts'

const host = 'service.namespace.svc'
const start = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 86_400_000

/** All steps that are due. */
async function kept(before: Certificates, now: number, trusted?: string) {
  const steps: string[] = []
  let certificates = before
  for (;;) {
    const step = nextStep(certificates, { now, host, trusted })
    if (step === undefined) return { certificates, steps }
    steps.push(step)
    certificates = await afterStep(step, certificates, { now, host })
  }
}

let first: Certificates
let old: Certificates
beforeAll(async () => {
  first = (await kept({}, start)).certificates
  old = (await kept(first, start + 2_500 * dayMs, bundleOf(first))).certificates
})

test('at first, an authority is made, and what it signs', async () => {
  expect((await kept({}, start)).steps).toEqual(['new-authority', 'new-serving'])
  expect(servingUntil(first)).toBe(start + lifetimeMs.serving)
  expect(bundleOf(first)).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/)
  expect(bundleOf({})).toBe('')
})

describe('what is served', () => {
  test.each([
    ['just made', 0, []],
    ['with more than a third of its time', 59, []],
    ['with less', 61, ['new-serving']],
    ['over', 91, ['new-serving']],
  ])('%s', async (_, days, steps) => {
    expect((await kept(first, start + days * dayMs, bundleOf(first))).steps).toEqual(steps)
  })

  test('is made anew for another host', () => {
    expect(nextStep(first, { now: start, host: 'another.svc', trusted: undefined })).toBe('new-serving')
  })

  test('is made anew when another authority has signed it', async () => {
    const another = (await kept({}, start)).certificates
    expect((await kept({ ...first, serving: another.serving }, start)).steps).toEqual(['new-serving'])
  })

  test('is valid a while before it was made: the clock of an API server may be late', () => {
    expect(nextStep(first, { now: start - 3_000_000, host, trusted: undefined })).toBeUndefined()
  })
})

describe('an authority', () => {
  test('gets a successor, which signs nothing before API servers trust it', async () => {
    expect(bundleOf(old).match(/BEGIN/g)).toHaveLength(2)
    expect(old.authority).toEqual(first.authority)
    const now = start + 2_501 * dayMs
    expect((await kept(old, now, bundleOf(first))).steps).toEqual([])
    expect(isServingTrusted(old, bundleOf(first))).toBe(true)
    const { steps, certificates } = await kept(old, now, bundleOf(old))
    expect(steps).toEqual(['switch-authority', 'new-serving'])
    expect(certificates.authority).toEqual(old.nextAuthority)
    expect(isServingTrusted(certificates, bundleOf(old))).toBe(true)
    expect(isServingTrusted(certificates, bundleOf(first))).toBe(false)
  })

  test('that is over leaves it to its successor once that is trusted, and signs nothing more', async () => {
    const now = start + 3_651 * dayMs
    expect((await kept(old, now, bundleOf(first))).steps).toEqual([])
    expect((await kept(old, now, bundleOf(old))).steps).toEqual(['switch-authority', 'new-serving'])
  })

  describe.each([
    ['two hours late', -2 * 3_600_000],
    ['two months ahead', 61 * dayMs],
    ['eleven years ahead', 4_015 * dayMs],
    ['fifty years late', -18_250 * dayMs],
  ])('and a clock that is %s for a moment', (_, byMs) => {
    test('one that API servers trust stays, and what it signs is valid again', async () => {
      const { certificates } = await kept(first, start + byMs, bundleOf(first))
      expect(certificates.authority).toEqual(first.authority)
      const right = (await kept(certificates, start, bundleOf(first))).certificates
      expect(isServingTrusted(right, bundleOf(first))).toBe(true)
      expect(new X509Certificate(right.serving!.cert).validFromDate.getTime()).toBeLessThanOrEqual(start)
    })

    test('one that nobody trusts yet is made anew', async () => {
      const made = (await kept({}, start + byMs)).certificates
      const right = (await kept(made, start)).certificates
      const bundle = bundleOf(right)
      const { certificates } = await kept(right, start, bundle)
      expect(isServingTrusted(certificates, bundle)).toBe(true)
      expect(new X509Certificate(certificates.serving!.cert).validFromDate.getTime()).toBeLessThanOrEqual(start)
      expect(new X509Certificate(certificates.authority!.cert).validFromDate.getTime()).toBeLessThanOrEqual(start)
    })
  })

  test.each<[string, (certificates: Certificates) => Certificates]>([
    ['is nonsense', (certificates) => ({ ...certificates, authority: { cert: 'x', key: 'y' } })],
    [
      'has the key of another',
      ({ authority, serving }) => ({ authority: { cert: authority!.cert, key: serving!.key }, serving }),
    ],
    ['is missing', ({ serving }) => ({ serving })],
  ])('that %s is made anew, with what it signs', async (_, spoil) => {
    expect((await kept(spoil(first), start)).steps).toEqual(['new-authority', 'new-serving'])
  })
})

test('what is no certificate with its key is not served', () => {
  expect(servableIn(first)).toEqual(first.serving)
  const { authority, serving } = first
  const broken = [undefined, { cert: 'x', key: serving!.key }, { cert: serving!.cert, key: authority!.key }]
  expect(broken.map((one) => servableIn({ serving: one }))).toEqual([undefined, undefined, undefined])
})

test.each([undefined, '', 'nonsense', '-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----\n'])(
  'nobody trusts it with %j',
  (trusted) => {
    expect(isServingTrusted(first, trusted)).toBe(false)
  },
)

test('a successor waits until API servers trust it', () => {
  expect([waitsForTrust(first, ''), waitsForTrust(old, bundleOf(first)), waitsForTrust(old, bundleOf(old))]).toEqual([
    ...[false, true, false],
  ])
})
