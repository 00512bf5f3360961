import { BackOff } from '../../loop/back-off.ts'
import { Failure } from '../../message/failure.ts'
import { controller, webhook } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import {
  type Certificates,
  type CertificateView,
  isServingTrusted,
  nextStep,
  servingUntil,
  waitsForTrust,
} from '../../webhook/certificates.ts'
import { afterStep } from '../../webhook/issue.ts'
import type { Webhooks } from '../../webhook/ports/webhook.ts'

/** The DNS name by which API servers call it. */
export const webhookHost = `${webhook.service}.${controller.namespace}.svc`

export interface CertificateWorld {
  readonly webhooks: Webhooks
  readonly clock: Clock
  /** Milliseconds since the epoch, by the clock of the API server, which is to trust what is made. */
  readonly now: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  readonly report: (look: CertificateLook) => void
  readonly failed: (failure: Failure) => void
}

/** How the certificates were found, after they were renewed. */
export type CertificateLook =
  | { readonly kind: 'no-secret'; readonly hasWebhook: boolean }
  | {
      readonly kind: 'certificates'
      readonly isRenewed: boolean
      /** Of what is served, milliseconds since the epoch; undefined: nothing is. */
      readonly until: number | undefined
      /** A successor of the authority is not trusted yet. */
      readonly nextWaits: boolean
      /** `no-webhook`: no API server asks. */
      readonly trust: 'trusted' | 'not-trusted' | 'no-webhook'
    }

/** Between two looks, milliseconds. Whoever has just installed the webhook wants to see that it is trusted. */
const lookMs = 20_000
const backOff = { firstMs: 5_000, longestMs: 300_000 }

/** Renews the certificates of the webhook in time, until the signal aborts: then it rejects with its reason. */
export async function keepCertificates(world: CertificateWorld, signal: AbortSignal): Promise<void> {
  const { clock, random, report, failed } = world
  const pauses = new BackOff({ clock, random }, backOff)
  for (;;) {
    try {
      report(await renewed(world, { signal }))
      pauses.reset()
      await clock.sleep(lookMs, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      failed(error)
      await pauses.afterFailure(signal)
    }
  }
}

async function renewed({ webhooks, now }: CertificateWorld, limits: Limits): Promise<CertificateLook> {
  const [stored, configuration] = await Promise.all([webhooks.certificates(limits), webhooks.configuration(limits)])
  if (stored === undefined) return { kind: 'no-secret', hasWebhook: configuration !== undefined }
  const trusted = configuration?.caBundle
  const at = now()
  const certificates = await made(stored.certificates, { now: at, host: webhookHost, trusted })
  const isRenewed = certificates !== stored.certificates
  if (isRenewed) await webhooks.store(certificates, stored, limits)
  const isTrusted = isServingTrusted(certificates, trusted)
  const trust = configuration === undefined ? 'no-webhook' : isTrusted ? 'trusted' : 'not-trusted'
  return {
    kind: 'certificates',
    isRenewed,
    until: servingUntil(certificates),
    nextWaits: waitsForTrust(certificates, trusted),
    trust,
  }
}

/** A switch, and what is signed then; with a clock of before 1950, no certificate would be one. */
const mostSteps = 3

async function made(before: Certificates, view: CertificateView): Promise<Certificates> {
  let certificates = before
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const step = nextStep(certificates, view)
    if (step === undefined) break
    certificates = await afterStep(step, certificates, view)
  }
  return certificates
}
