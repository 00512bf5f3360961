import { unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [anonymous, webhook, clientCa, server] = [
  'authentication.anonymous.enabled',
  'authentication.webhook.enabled',
  'authentication.x509.clientCAFile',
  'enableServer',
] as const

/**
 * Whether anyone can authenticate at all. New of delegating.go has an error for it, which a kubelet never meets: the
 * provider of no authority that BuildAuthn hands over is a nil pointer of a type, and so not nil.
 */
export const authenticationHazards: readonly Hazard[] = [
  {
    id: 'H31',
    severity: 'warning',
    fields: [webhook, clientCa, anonymous, server],
    meaning: 'authentication.webhook.enabled should be true, or authentication.x509.clientCAFile be set.',
    harm: 'The kubelet answers every request with 401 Unauthorized: kubectl logs and exec, and metrics, fail for the node.',
    remedy: `set it to true, which is the default, or set ${clientCa}`,
    source: 'cmd/kubelet/app/auth.go, BuildAuthn; k8s.io/apiserver, authenticatorfactory/delegating.go, New',
    check: (config) =>
      unless(
        config.bool(webhook) || config.bool(anonymous) || config.text(clientCa) !== '' || !config.bool(server),
        () => problemAt(config, webhook, 'false leaves no way to authenticate'),
      ),
  },
]
