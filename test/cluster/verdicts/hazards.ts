import type { Verdict } from './verdict.ts'

const grace = 'evictionSoftGracePeriod: {memory.available: 1m}'

/** What a kubelet takes and its node would suffer from: it starts with each, and is healthy. */
export const hazardous: readonly Verdict[] = (
  [
    ['evictionHard: {memory.available: 100%, nodefs.available: 10%}', 'H01'],
    [`evictionSoft: {memory.available: 50Mi}\n${grace}\nevictionMaxPodGracePeriod: 60`, 'H03'],
    ['evictionHard: {memory.available: 60%, nodefs.available: 10%}', 'H04'],
    [`evictionSoft: {memory.available: 200Mi}\n${grace}`, 'H05'],
    ['systemReserved: {memory: 512m}', 'H06'],
    ['maxPods: 2', 'H07'],
    ['podPidsLimit: 1', 'H08'],
    ['nodeLeaseDurationSeconds: 300', 'H09'],
    ['nodeStatusUpdateFrequency: 5m', 'H10'],
    ['nodeStatusUpdateFrequency: -10s', 'H11'],
    ['cgroupDriver: Systemd', 'H12'],
    ['contentType: application/banana', 'H13'],
    ['resolvConf: /run/systemd/resolve/stub-resolv.conf', 'H14'],
    ['authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}', 'H16'],
    ['readOnlyPort: 10255', 'H18'],
    ['kubeAPIQPS: 0', 'H20'],
    ['tlsMinVersion: VersionTLS11', 'H21'],
    ['staticPodURL: http://127.0.0.1:1/pods', 'H22'],
    ['rotateCertificates: false', 'H23'],
    ['enableServer: false', 'H24'],
    ['clusterDNS: [10.96.0.1, 10.96.0.2, 10.96.0.3, 10.96.0.4]', 'H26'],
    ['oomScoreAdj: 1000', 'H27'],
    ['authentication: {webhook: {enabled: false}, x509: {clientCAFile: ""}}', 'H31'],
    ['allowedUnsafeSysctls: ["net.*"]', 'H32'],
  ] as const
).map(([fields, rule]) => ({ fields, rule, ends: 'runs' }))
