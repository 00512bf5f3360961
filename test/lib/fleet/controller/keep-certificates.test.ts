import { expect, test } from '@jest/globals'
import {
  type CertificateLook,
  keepCertificates,
  webhookHost,
} from '../../../../src/lib/fleet/controller/keep-certificates.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { bundleOf, type Certificates, nextStep } from '../../../../src/lib/webhook/certificates.ts'
import type { StoredCertificates, Webhooks } from '../../../../src/lib/webhook/ports/webhook.ts'

const dayMs = 86_400_000

/** The objects of a cluster, and what becomes of them in the given time. */
async function kept(given: {
  readonly days?: number
  readonly began?: number
  readonly secret?: Certificates | undefined
  readonly trusts?: (stored: Certificates, atMs: number) => string | undefined
  readonly fails?: (call: number) => Failure | undefined
}) {
  const {
    days = 1,
    began = Date.parse('2026-01-01T00:00:00Z'),
    trusts = () => undefined,
    fails = () => undefined,
  } = given
  let at = began
  let stored: StoredCertificates | undefined =
    'secret' in given && given.secret === undefined
      ? undefined
      : { resourceVersion: '1', certificates: given.secret ?? {} }
  let calls = 0
  let writes = 0
  const looks: CertificateLook[] = []
  const failures: string[] = []
  const webhooks: Webhooks = {
    async certificates() {
      const failure = fails(++calls)
      if (failure !== undefined) throw failure
      return stored
    },
    async store(certificates, replaces) {
      expect(replaces.resourceVersion).toBe(stored?.resourceVersion)
      stored = { resourceVersion: `${++writes + 1}`, certificates }
    },
    async configuration() {
      const caBundle = trusts(stored?.certificates ?? {}, at - began)
      return caBundle === undefined ? undefined : { caBundle, failurePolicy: 'Ignore' }
    },
  }
  const clock = {
    ...{ now: () => at, monotonic: () => at, after: () => () => undefined },
    // Nothing happens meanwhile, so that a look in a quarter of a day is enough.
    async sleep(ms: number) {
      at += Math.max(ms, 6 * 3_600_000)
      if (at - began > days * dayMs) throw new Error('over')
    },
  }
  const world = {
    ...{ webhooks, clock, now: () => at, random: () => 0 },
    report: (look: CertificateLook) => void looks.push(look),
    failed: ({ reason }: Failure) => void failures.push(reason),
  }
  await expect(keepCertificates(world, new AbortController().signal)).rejects.toThrow('over')
  return { looks, failures, writes, stored, now: at }
}

test('an empty Secret is filled once, and left alone', async () => {
  const { looks, writes, stored, now } = await kept({})
  expect(writes).toBe(1)
  expect(looks[0]).toMatchObject({ kind: 'certificates', isRenewed: true, trust: 'no-webhook' })
  expect(looks.slice(1).every((look) => look.kind === 'certificates' && !look.isRenewed)).toBe(true)
  expect(nextStep(stored!.certificates, { now, host: webhookHost, trusted: undefined })).toBeUndefined()
})

test('without a Secret, nothing is made, and that is said', async () => {
  const { looks, writes } = await kept({ secret: undefined })
  expect([looks[0], writes]).toEqual([{ kind: 'no-secret', hasWebhook: false }, 0])
})

test('in a year, what is served is renewed every sixty days, under one authority', async () => {
  const { writes, looks } = await kept({ days: 365, trusts: (stored) => bundleOf(stored) })
  expect(writes).toBe(7)
  expect(looks.slice(1).every((look) => look.kind === 'certificates' && look.trust === 'trusted')).toBe(true)
}, 30_000)

test('what another has trusted before does not make it trusted', async () => {
  const another = (await kept({})).stored!.certificates
  const { looks } = await kept({ trusts: () => bundleOf(another) })
  expect(looks.at(-1)).toMatchObject({ trust: 'not-trusted' })
})

test('a clock of a century ago ends nothing', async () => {
  const { looks, now } = await kept({ began: Date.parse('1926-01-01T00:00:00Z') })
  expect(looks.length).toBeGreaterThan(2)
  expect(new Date(now).getUTCFullYear()).toBe(1926)
})

test('an API server that is away is waited for', async () => {
  const away = new Failure('unreachable', { reason: 'Away' })
  const { failures, writes } = await kept({ fails: (call) => (call < 4 ? away : undefined) })
  expect([failures, writes]).toEqual([['Away', 'Away', 'Away'], 1])
})
