import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf } from '../../documents/target.ts'
import type { Log } from '../../loop/log-line.ts'
import type { ServerAddress } from '../../loop/page-server.ts'
import type { ReplicaState } from '../../loop/replica-state.ts'
import type { Fact } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { Registry } from '../../metrics/registry.ts'
import {
  CertificatesRenewed,
  WebhookAuthorityEnds,
  WebhookNotConfigured,
  WebhookNotTrusted,
  WebhookSecretMissing,
  WebhookServes,
} from '../../webhook/webhook-messages.ts'
import type { AdmissionVerdict } from '../admission/review-write.ts'
import {
  DocumentNotAdmitted,
  ReviewFailed,
  WebhookTroubled,
  WebhookTrusted,
  WebhookWorksAgain,
} from './controller-messages.ts'
import type { CertificateLook } from './keep-certificates.ts'

/** Watches the webhook of a replica: for its log, its metrics and whether it is ready. What stays the same is reported once. */
export class AdmissionMonitor {
  readonly #log: Log
  readonly #replica: ReplicaState
  readonly #reviews
  #look: CertificateLook | undefined
  readonly #said = new Map<Source, string>()

  constructor(registry: Registry, { log, replica }: { readonly log: Log; readonly replica: ReplicaState }) {
    this.#log = log
    this.#replica = replica
    this.#reviews = registry.counter(
      'kubeletcfg_admission_reviews_total',
      'Reviews of documents for API servers, by verdict; dry runs do not count.',
      ['verdict'],
    )
    registry.gauge(
      'kubeletcfg_webhook_trusted',
      'Whether API servers that ask trust the webhook, as the replica that leads has seen it last.',
      () => isTrusted(this.#look),
    )
    registry.gauge(
      'kubeletcfg_webhook_next_authority_untrusted',
      'Whether API servers do not trust the successor of the authority of the webhook yet.',
      () => (this.#look?.kind === 'certificates' ? this.#look.nextWaits : undefined),
    )
    registry.gauge(
      'kubeletcfg_webhook_certificate_expiry_timestamp_seconds',
      'When the certificate of the webhook ends, since the epoch.',
      () => seconds(this.#look?.kind === 'certificates' ? this.#look.until : undefined),
    )
  }

  serves({ host, port }: ServerAddress): void {
    this.#log('info', WebhookServes({ host, port }))
  }

  /** The certificates were read. `isReading`: it listens, and cannot answer yet. */
  looks(isReading: boolean): void {
    this.#replica.isReading = isReading
    if (this.#said.delete('serve')) this.#log('info', WebhookWorksAgain())
  }

  /** undefined: the cluster is being read. */
  answered({ target }: StoredDocument, verdict: AdmissionVerdict | undefined): void {
    const said = verdict === undefined ? 'none' : verdict.refusal === undefined ? 'allowed' : 'refused'
    this.#reviews.inc({ verdict: said })
    if (verdict?.refusal !== undefined)
      this.#log('info', DocumentNotAdmitted({ subject: configMapOf(target), because: verdict.refusal }))
  }

  /** A mistake of ours: the failure policy of the webhook decides. */
  notAnswered({ target }: StoredDocument, error: unknown): void {
    this.#reviews.inc({ verdict: 'failed' })
    this.#log('warning', ReviewFailed({ subject: configMapOf(target), error: String(error) }))
  }

  looked(look: CertificateLook): void {
    this.#look = look
    if (look.kind === 'certificates' && look.isRenewed && look.until !== undefined)
      this.#log('info', CertificatesRenewed({ until: new Date(look.until).toISOString() }))
    const fact = stateIn(look)
    this.#sayOnce('keep', fact, fact.reason === 'WebhookTrusted' ? 'info' : 'warning')
  }

  /** It is tried again. */
  failed(source: Source, { fact: because }: Failure): void {
    this.#sayOnce(source, WebhookTroubled({ because }), 'warning')
  }

  #sayOnce(source: Source, fact: Fact & { readonly because?: Fact }, level: 'info' | 'warning'): void {
    const said = `${fact.reason} ${fact.because?.reason}`
    if (this.#said.get(source) === said) return
    this.#said.set(source, said)
    this.#log(level, fact)
  }
}

/** What reads certificates to serve them, and what renews them. */
type Source = 'serve' | 'keep'

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1_000)

/** undefined: it is not known, or no API server is to ask. */
function isTrusted(look: CertificateLook | undefined): boolean | undefined {
  if (look === undefined) return undefined
  if (look.kind === 'no-secret') return look.hasWebhook ? false : undefined
  return look.trust === 'no-webhook' ? undefined : look.trust === 'trusted'
}

function stateIn(look: CertificateLook): Fact {
  if (look.kind === 'no-secret') return WebhookSecretMissing()
  switch (look.trust) {
    case 'trusted':
      return look.nextWaits ? WebhookAuthorityEnds() : WebhookTrusted()
    case 'not-trusted':
      return WebhookNotTrusted()
    case 'no-webhook':
      return WebhookNotConfigured()
  }
}
