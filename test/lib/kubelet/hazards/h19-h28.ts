import type { Case } from '../rules/case.ts'

const suites = (one: string): string => `tlsCipherSuites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, ${one}]\n`

export const cases: readonly Case[] = [
  {
    rule: 'H19',
    breaks: 'makeIPTablesUtilChains: false\n',
    keeps: 'makeIPTablesUtilChains: true\n',
    path: 'makeIPTablesUtilChains',
    message: 'makeIPTablesUtilChains false leaves the node without the chain KUBE-FIREWALL',
  },
  {
    rule: 'H20',
    breaks: 'eventRecordQPS: 0\n',
    keeps: 'eventRecordQPS: 1\n',
    path: 'eventRecordQPS',
    message: 'eventRecordQPS 0 is 5 per second, the default of the client',
  },
  {
    rule: 'H20',
    breaks: 'kubeAPIQPS: 0\n',
    keeps: 'kubeAPIQPS: null\n',
    path: 'kubeAPIQPS',
    message: 'kubeAPIQPS 0 is 5 per second, the default of the client',
  },
  ...['TLS_RSA_WITH_RC4_128_SHA', 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA256'].map(
    (weak): Case => ({
      rule: 'H21',
      breaks: suites(weak),
      keeps: `${suites('TLS_RSA_WITH_AES_128_GCM_SHA256')}`,
      path: 'tlsCipherSuites[1]',
      message: `'${weak}' is a weak cipher suite`,
    }),
  ),
  {
    rule: 'H21',
    breaks: `${suites('TLS_RSA_WITH_RC4_128_SHA')}tlsMinVersion: VersionTLS12\n`,
    keeps: `${suites('TLS_RSA_WITH_RC4_128_SHA')}tlsMinVersion: VersionTLS13\n`,
    path: 'tlsCipherSuites[1]',
    message: "'TLS_RSA_WITH_RC4_128_SHA' is a weak cipher suite",
  },
  {
    rule: 'H21',
    breaks: 'tlsMinVersion: VersionTLS11\n',
    keeps: 'tlsMinVersion: VersionTLS12\n',
    path: 'tlsMinVersion',
    message: 'tlsMinVersion VersionTLS11 allows versions that are no longer secure',
  },
  {
    rule: 'H22',
    breaks: 'staticPodURL: http://10.0.0.1/pods\n',
    keeps: 'staticPodURL: https://10.0.0.1/pods\n',
    path: 'staticPodURL',
    message: 'staticPodURL reads pods over http, which anyone on the way can change',
  },
  {
    rule: 'H23',
    breaks: 'rotateCertificates: false\n',
    keeps: 'rotateCertificates: true\n',
    path: 'rotateCertificates',
    message: 'rotateCertificates false lets the client certificate of the kubelet expire',
  },
  {
    rule: 'H24',
    breaks: 'enableServer: false\nenableDebuggingHandlers: false\n',
    keeps: 'enableServer: true\nenableDebuggingHandlers: true\n',
    path: 'enableServer',
    message: 'enableServer false leaves the node without logs, exec and metrics',
  },
  {
    rule: 'H24',
    breaks: 'enableDebuggingHandlers: false\n',
    keeps: 'enableDebuggingHandlers: true\n',
    path: 'enableDebuggingHandlers',
    message: 'enableDebuggingHandlers false leaves the node without logs and exec',
  },
  {
    rule: 'H25',
    breaks: 'shutdownGracePeriod: 30s\nshutdownGracePeriodCriticalPods: 30s\n',
    keeps: 'shutdownGracePeriod: 30s\nshutdownGracePeriodCriticalPods: 10s\n',
    path: 'shutdownGracePeriod',
    message: 'shutdownGracePeriod 30s is all for critical pods: other pods are killed at once',
  },
  {
    rule: 'H25',
    breaks: 'shutdownGracePeriod: 1m\nshutdownGracePeriodCriticalPods: 60s\n',
    keeps: 'shutdownGracePeriod: 0s\nshutdownGracePeriodCriticalPods: 0s\n',
    path: 'shutdownGracePeriod',
    message: 'shutdownGracePeriod 1m0s is all for critical pods: other pods are killed at once',
  },
  {
    rule: 'H26',
    breaks: 'clusterDNS: [10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, 10.0.0.5]\n',
    keeps: 'clusterDNS: [10.0.0.1, 10.0.0.2, 10.0.0.3]\n',
    path: 'clusterDNS[3]',
    message: 'is more than the 3 that a pod gets',
  },
  {
    rule: 'H27',
    breaks: 'oomScoreAdj: 1000\n',
    keeps: 'oomScoreAdj: -450\n',
    path: 'oomScoreAdj',
    message: 'oomScoreAdj 1000 makes the kernel kill the kubelet before many pods',
  },
  {
    rule: 'H28',
    release: '1.34',
    breaks: 'featureGates: {AllAlpha: true}\n',
    keeps: 'featureGates: {AllAlpha: false, AllBeta: true}\n',
    path: 'featureGates[AllAlpha]',
    message: 'turns on all features that are not finished',
  },
]
