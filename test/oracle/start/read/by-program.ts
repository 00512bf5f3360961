import { there } from '../fixture.ts'
import { certificates, each, type ReadTogether } from './setting.ts'

const { pki, ports } = there

/** Read by cmd/kubelet/app. */
export const readByProgram: readonly ReadTogether[] = [
  {
    source: 'cmd/kubelet/app/server.go, InitializeTLS',
    settings: [
      ...each('tlsMinVersion', ['VersionTLS12', 'VersionTLS13', 'VersionTLS14']),
      ...each('tlsCipherSuites', [
        ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
        ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
        ['TLS_AES_128_GCM_SHA256'],
      ]),
      {
        tlsMinVersion: 'VersionTLS13',
        tlsCipherSuites: ['TLS_RSA_WITH_AES_128_CBC_SHA'],
      },
      ...each('tlsCurvePreferences', [[29], [4588, 23], [29, 29], [1]]),
    ],
  },
  {
    source: 'cmd/kubelet/app/server.go, newTracerProvider',
    settings: [
      { tracing: {} },
      { tracing: { endpoint: 'localhost:4317', samplingRatePerMillion: 100 } },
      { tracing: { endpoint: 'unix:///missing.sock' } },
    ],
  },
  {
    source: 'cmd/kubelet/app/auth.go, BuildAuth',
    settings: [
      ...[`${pki}/ca.crt`, '/etc/kubernetes/pki/ca.key', ...certificates].map((clientCAFile) => ({
        authentication: { x509: { clientCAFile } },
      })),
      { authentication: { x509: { clientCAFile: '/missing.crt' } }, enableServer: false },
      { authentication: { anonymous: { enabled: false }, webhook: { enabled: false } } },
      { authentication: { webhook: { enabled: true, cacheTTL: '0s' } } },
      { authorization: { mode: 'AlwaysAllow' } },
      { authorization: { mode: 'RBAC' } },
      { authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: '-1s', cacheUnauthorizedTTL: '0s' } } },
    ],
  },
  {
    source: 'cmd/kubelet/app/server.go, getReservedCPUs',
    settings: each('reservedSystemCPUs', ['0', '0-1', '1', '0-2', '2', '4095', '1,63']),
  },
  {
    source: 'cmd/kubelet/app/server.go, run',
    settings: [
      ...each('healthzPort', [0, 10248, 10250, ports.loopback, ports.ipv4, ports.all]),
      ...each('healthzBindAddress', ['0.0.0.0', '::1', there.address, '192.0.2.1', 'localhost']),
      { healthzPort: 10255, readOnlyPort: 10255 },
    ],
  },
]
