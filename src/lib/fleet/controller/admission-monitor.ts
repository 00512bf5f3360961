import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf } from '../../documents/target.ts'
import type { Log } from '../../loop/log-line.ts'
import type { ServerAddress } from '../../loop/page-server.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { Registry } from '../../metrics/registry.ts'
import {
  CertificatesRenewed,
  WebhookNotConfigured,
  WebhookNotTrusted,
  WebhookSecretMissing,
  WebhookServes,
} from '../../webhook/webhook-messages.ts'
import type { AdmissionVerdict } from '../admission/review-write.ts'
import { DocumentNotAdmitted, WebhookTroubled, WebhookTrusted } from './controller-messages.ts'
import type { CertificateLook } from './keep-certificates.ts'

/** Watches the webhook of a replica: for its log and its metrics. What stays the same is reported once. */
export class AdmissionMonitor {
  readonly #log: Log
  readonly #reviews
  #look: CertificateLook | undefined
  #said = ''

  constructor(registry: Registry, log: Log) {
    this.#log = log
    this.#reviews = registry.counter(
      'kubeletcfg_admission_reviews_total',
      'Documents that somebody wanted to store, by verdict.',
      ['verdict'],
    )
    registry.gauge(
      'kubeletcfg_webhook_trusted',
      'Whether API servers trust the webhook, as the replica that leads has seen it last.',
      () => isTrusted(this.#look),
    )
    registry.gauge(
      'kubeletcfg_webhook_certificate_expiry_timestamp_seconds',
      'When the certificate of the webhook ends, since the epoch.',
      () => (this.#look?.kind === 'certificates' ? this.#look.until / 1_000 : undefined),
    )
  }

  serves({ host, port }: ServerAddress): void {
    this.#log('info', WebhookServes({ host, port }))
  }

  answered({ target }: StoredDocument, verdict: AdmissionVerdict | undefined): void {
    const said = verdict === undefined ? 'none' : verdict.refusal === undefined ? 'allowed' : 'refused'
    this.#reviews.inc({ verdict: said })
    if (verdict?.refusal !== undefined)
      this.#log('info', DocumentNotAdmitted({ subject: configMapOf(target), because: verdict.refusal }))
  }

  looked(look: CertificateLook): void {
    this.#look = look
    if (look.kind === 'certificates' && look.isRenewed)
      this.#log('info', CertificatesRenewed({ until: new Date(look.until).toISOString() }))
    const fact = stateIn(look)
    this.#sayOnce(fact, fact.reason === 'WebhookTrusted' ? 'info' : 'warning')
  }

  /** It is tried again. */
  failed({ fact: because }: Failure): void {
    this.#sayOnce(WebhookTroubled({ because }), 'warning')
  }

  #sayOnce(fact: Fact & { readonly because?: Fact }, level: 'info' | 'warning'): void {
    const said = `${fact.reason} ${fact.because?.reason}`
    if (this.#said === said) return
    this.#said = said
    this.#log(level, fact)
  }
}

/** undefined: it is not known, or no API server is to ask. */
const isTrusted = (look: CertificateLook | undefined): boolean | undefined =>
  look?.kind !== 'certificates' || look.trust === 'no-webhook' ? undefined : look.trust === 'trusted'

function stateIn(look: CertificateLook): Fact {
  if (look.kind === 'no-secret') return WebhookSecretMissing()
  switch (look.trust) {
    case 'trusted':
      return WebhookTrusted()
    case 'not-trusted':
      return WebhookNotTrusted()
    case 'no-webhook':
      return WebhookNotConfigured()
  }
}
