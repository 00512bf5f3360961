import type { Effective } from '../defaults/effective.ts'

const files = ['tlsCertFile', 'tlsPrivateKeyFile'] as const

/**
 * Whether a kubelet opens tlsCertFile and tlsPrivateKeyFile while it starts (pkg/kubelet/kubelet.go, NewMainKubelet). With
 * a certificate that the API server signs, it opens them only if both exist (client-go, util/certificate); but up to 1.35
 * its server opens them in any case (pkg/kubelet/server/server.go). One alone is the matter of S26.
 */
export function opensServingFiles(config: Effective): 'always' | 'if both exist' | 'never' {
  if (files.some((field) => config.text(field) === '')) return 'never'
  if (!config.isAtLeast('1.36') && config.bool('enableServer')) return 'always'
  if (config.bool('serverTLSBootstrap') && config.enabled('RotateKubeletServerCertificate')) return 'if both exist'
  return config.isAtLeast('1.36') || config.enabled('ReloadKubeletServerCertificateFile') ? 'always' : 'never'
}
