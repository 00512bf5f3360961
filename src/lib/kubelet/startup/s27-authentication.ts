import { type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [anonymous, webhook, clientCa] = [
  'authentication.anonymous.enabled',
  'authentication.webhook.enabled',
  'authentication.x509.clientCAFile',
] as const

/** Who can authenticate at all. */
export const authenticationRules: readonly Rule[] = [
  {
    id: 'S27',
    fields: [webhook, clientCa, anonymous],
    meaning:
      'One of authentication.webhook.enabled, authentication.x509.clientCAFile and authentication.anonymous.enabled must ' +
      'be set: otherwise the kubelet exits.',
    source:
      'k8s.io/apiserver/pkg/authentication/authenticatorfactory/delegating.go, New; cmd/kubelet/app/auth.go, BuildAuthn',
    check: (config) =>
      unless(config.bool(webhook) || config.bool(anonymous) || config.text(clientCa) !== '', () => ({
        ...placeOf(config, webhook),
        reason: 'FieldValueRequired',
        subject: webhook,
        message: 'false leaves no way to authenticate: the kubelet exits',
        remedy: `set it to true, or set ${clientCa}`,
      })),
  },
]
