import { asText } from '../defaults/values.ts'
import { itemPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { type Problem, unless } from '../rules/rule.ts'
import { type Hazard, problemAt } from './hazard.ts'

const [chains, suites, version, url] = [
  'makeIPTablesUtilChains',
  'tlsCipherSuites',
  'tlsMinVersion',
  'staticPodURL',
] as const
const [rotation, rates] = ['rotateCertificates', ['eventRecordQPS', 'kubeAPIQPS']] as const

/** RC4, 3DES and CBC: none of those that CIS lists. */
const weakSuite = /_(?:RC4|3DES|CBC)_/

/** What the CIS benchmark checks beside who may ask the kubelet. */
export const securityHazards: readonly Hazard[] = [
  {
    id: 'H19',
    severity: 'warning',
    fields: [chains],
    meaning: 'makeIPTablesUtilChains should be true (CIS 4.2.6).',
    harm:
      'Without the chain KUBE-FIREWALL, neighbours in the network may reach what listens on 127.0.0.1 of the node, unless ' +
      'kube-proxy has the same rule; other components cannot see which iptables the node uses.',
    remedy: 'omit it: the default is true',
    source: 'pkg/kubelet/kubelet_network_linux.go, syncIPTablesRules',
    check: (config) =>
      unless(config.bool(chains), () =>
        problemAt(config, chains, 'false leaves the node without the chain KUBE-FIREWALL'),
      ),
  },
  {
    id: 'H20',
    severity: 'warning',
    fields: rates,
    meaning:
      'kubeAPIQPS should not be 0, which is 5 per second and not without limit; nor eventRecordQPS up to 1.36 (CIS 4.2.8).',
    harm: 'A tenth of the default: events are lost when much happens, and a busy kubelet waits before each request.',
    remedy: 'the default is 50; write the number that you want',
    source:
      'cmd/kubelet/app/server.go, run and kubeClientConfigOverrides; k8s.io/client-go/rest/config.go, RESTClientForConfigAndClient',
    check: (config) =>
      rates
        .filter((field) => config.int(field) === 0n && !(field === 'eventRecordQPS' && config.isAtLeast('1.37')))
        .map((field) => problemAt(config, field, '0 is 5 per second, the default of the client')),
  },
  {
    id: 'H21',
    severity: 'warning',
    fields: [suites, version],
    meaning:
      'tlsCipherSuites should have no RC4, 3DES or CBC (CIS 4.2.12), and tlsMinVersion be VersionTLS12 or later.',
    harm: 'Connections to the kubelet, with logs and commands in pods, can be made weaker than both sides need.',
    remedy: 'use suites with ECDHE and GCM or CHACHA20, or omit both for the secure defaults',
    source: 'cmd/kubelet/app/server.go, InitializeTLS; crypto/tls, InsecureCipherSuites',
    check: (config) => [
      ...unless(!['VersionTLS10', 'VersionTLS11'].includes(config.text(version)), () =>
        problemAt(config, version, `${config.text(version)} allows versions that are no longer secure`),
      ),
      // TLS 1.3 has suites of its own, which cannot be configured.
      ...(config.text(version) === 'VersionTLS13' ? [] : config.list(suites)).flatMap(
        (item, index): readonly Problem[] =>
          weakSuite.test(asText(item))
            ? [{ path: itemPath(suites, index), at: item, message: `${quote(asText(item))} is a weak cipher suite` }]
            : [],
      ),
    ],
  },
  {
    id: 'H22',
    severity: 'warning',
    fields: [url],
    meaning: 'staticPodURL should begin with https://.',
    harm: 'Everyone who can answer in place of the server runs pods on the node, with any rights: no admission sees them.',
    remedy: 'use https://, or files in staticPodPath',
    source: 'pkg/kubelet/config/http.go, extractFromURL',
    check: (config) =>
      unless(!/^http:/i.test(config.text(url)), () =>
        problemAt(config, url, 'reads pods over http, which anyone on the way can change'),
      ),
  },
  {
    id: 'H23',
    severity: 'warning',
    fields: [rotation],
    meaning: 'rotateCertificates should not be set to false (CIS 4.2.10).',
    harm: 'The client certificate of the kubelet expires, usually after a year, and the node is lost unless something else renews it.',
    remedy: 'set it to true',
    source: 'cmd/kubelet/app/server.go, buildKubeletClientConfig',
    check: (config) => {
      // Up to 1.31, a drop-in can have a false that counts.
      const off = config.writtenZero(rotation) ?? (config.bool(rotation) ? undefined : config.written(rotation))
      return off === undefined
        ? []
        : [{ at: off, subject: rotation, message: 'false lets the client certificate of the kubelet expire' }]
    },
  },
]
