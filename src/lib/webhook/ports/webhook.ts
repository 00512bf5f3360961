import type { Limits } from '../../ports/limits.ts'
import type { Certificates } from '../certificates.ts'

/** The Secret with the certificates of the webhook. */
export interface StoredCertificates {
  readonly resourceVersion: string
  readonly certificates: Certificates
}

/** The objects of our webhook in a cluster. Promises as in lib/ports/limits.ts. */
export interface Webhooks {
  /** undefined: there is no such Secret. */
  certificates(limits: Limits): Promise<StoredCertificates | undefined>
  /** Compare-and-swap: Failure 'conflict' when `replaces` is stale. */
  store(certificates: Certificates, replaces: StoredCertificates, limits: Limits): Promise<void>
  /** undefined: there is no such configuration, so that API servers ask nobody. */
  configuration(limits: Limits): Promise<WebhookConfiguration | undefined>
}

/** What API servers know of the webhook. */
export interface WebhookConfiguration {
  /** PEM; undefined: it has none. */
  readonly caBundle: string | undefined
  readonly failurePolicy: string
}
