import { type FactOf, message } from '../message/message.ts'
import { controller, webhook } from '../names.ts'

/** What the webhook reports of itself. */
export type WebhookFact =
  | FactOf<typeof WebhookServes>
  | FactOf<typeof WebhookNotConfigured>
  | FactOf<typeof WebhookNotTrusted>
  | FactOf<typeof WebhookSecretMissing>
  | FactOf<typeof WebhookAuthorityEnds>
  | FactOf<typeof CertificatesRenewed>
  | FactOf<typeof NoAuthority>

export const printHint = 'kubeletcfg controller webhook | kubectl apply -f -'

export const WebhookServes = message(
  'WebhookServes',
  ({ host, port }: { host: string; port: number }) => `API servers may ask about documents at ${host}:${port}`,
)

/** Whatever is written is stored, and agents alone check it. */
export const WebhookNotConfigured = message('WebhookNotConfigured', () => ({
  said: `no API server asks about documents: there is no ValidatingWebhookConfiguration ${webhook.configuration}`,
  hints: [printHint],
}))

export const WebhookNotTrusted = message('WebhookNotTrusted', () => ({
  said: `no API server trusts the webhook: the caBundle of ValidatingWebhookConfiguration ${webhook.configuration} does not have its authority`,
  hints: [printHint],
}))

export const WebhookSecretMissing = message('WebhookSecretMissing', () => ({
  said: `there is no Secret ${webhook.secret} in namespace ${controller.namespace} for the certificates of the webhook`,
  hints: ['kubeletcfg controller manifests --image IMAGE | kubectl apply -f -'],
}))

export const CertificatesRenewed = message(
  'CertificatesRenewed',
  ({ until }: { until: string }) => `the certificate of the webhook was renewed, until ${until}`,
)

/** The replica that leads makes it within seconds. */
export const NoAuthority = message('NoAuthority', () => ({
  said: `Secret ${webhook.secret} in namespace ${controller.namespace} has no authority yet: the controller makes it when it runs`,
  hints: [`wait for it: kubectl rollout status deployment/${controller.name} --namespace=${controller.namespace}`],
}))

/** A successor is there. */
export const WebhookAuthorityEnds = message('WebhookAuthorityEnds', () => ({
  said: 'the authority of the webhook ends in some years, and API servers do not trust its successor yet',
  hints: [printHint],
}))
