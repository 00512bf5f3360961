import type { Effective } from '../defaults/effective.ts'
import type { Problem, Rule } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [certificate, privateKey] = ['tlsCertFile', 'tlsPrivateKeyFile'] as const

/** The serving certificate of the kubelet. */
export const tlsPairRules: readonly Rule[] = [
  {
    id: 'S26',
    fields: [certificate, privateKey, 'enableServer', 'serverTLSBootstrap', 'featureGates'],
    meaning:
      'tlsCertFile and tlsPrivateKeyFile must be set together: with only one of them, kubelets up to 1.35 exit, and ' +
      'later ones serve no certificate, so every TLS handshake fails.',
    source: 'pkg/kubelet/server/server.go, ListenAndServeKubeletServer; pkg/kubelet/kubelet.go, NewMainKubelet',
    check: (config) => {
      const [missing, ...others] = [certificate, privateKey].filter((field) => config.text(field) === '')
      if (missing === undefined || others.length > 0 || !config.bool('enableServer')) return []
      const exits = !config.isAtLeast('1.36')
      return !exits && isRotated(config) ? [] : [problem(config, { missing, exits })]
    },
  },
]

/** The API server signs a certificate, and the files are not used; up to 1.35 they are still read. */
const isRotated = (config: Effective): boolean =>
  config.bool('serverTLSBootstrap') && config.enabled('RotateKubeletServerCertificate')

function problem(config: Effective, { missing, exits }: { missing: string; exits: boolean }): Problem {
  const other = missing === certificate ? privateKey : certificate
  return {
    ...placeOf(config, missing),
    at: config.written(other)!,
    reason: 'FieldValueRequired',
    fatal: exits,
    subject: missing,
    message: `must be set together with ${other}: the kubelet ${exits ? 'exits' : 'serves no certificate'}`,
    remedy: 'set both, or omit both for a self-signed certificate',
  }
}
