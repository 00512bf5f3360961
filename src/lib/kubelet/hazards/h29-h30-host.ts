import type { Effective } from '../defaults/effective.ts'
import { isIpAddress } from '../grammar/ip.ts'
import { quote } from '../model/quote.ts'
import { unless } from '../rules/rule.ts'
import { type HostNeed, problemOfNeed } from '../startup/host-need.ts'
import { placeOf } from '../startup/place.ts'
import { otherPorts, resolvedStub } from './h12-h15-node.ts'
import type { Hazard } from './hazard.ts'

const [resolvConf, port, address] = ['resolvConf', 'healthzPort', 'healthzBindAddress'] as const
const [bootstrap, rotation] = ['serverTLSBootstrap', 'RotateKubeletServerCertificate'] as const

/** Of nearly every host; empty: none. */
const usualFiles = ['', '/etc/resolv.conf', '/run/systemd/resolve/resolv.conf']
const usualPort = 10_248n
const everyHost = ['127.0.0.1', '::1', '0.0.0.0', '::', '']

/** What a host or a cluster must have for a kubelet that starts without it. */
export const hostHazards: readonly Hazard[] = [
  {
    id: 'H29',
    fields: [resolvConf, port, address],
    meaning: 'The node must have the file of resolvConf, and the port and the address of the health check.',
    harm: 'Without the file, no new pod starts; without the port or the address, the kubelet runs without a health check.',
    remedy: 'compare with the host',
    source: 'pkg/kubelet/network/dns/dns.go, getHostDNSConfig; cmd/kubelet/app/server.go, run',
    hostOnly: true,
    check: (config) =>
      [...fileNeeds(config), ...portNeeds(config), ...addressNeeds(config)].map((need) => problemOfNeed(config, need)),
  },
  {
    id: 'H30',
    fields: [bootstrap, 'enableServer'],
    meaning: 'With serverTLSBootstrap, the cluster must approve the certificate requests of kubelets.',
    harm: 'Until then the kubelet has no serving certificate: kubectl logs and exec, and metrics, fail for the node.',
    remedy: 'kube-controller-manager approves none of them: install an approver, or see kubectl get csr',
    source: 'pkg/kubelet/certificate/kubelet.go, NewKubeletServerCertificateManager',
    hostOnly: true,
    check: (config) =>
      unless(!config.bool(bootstrap) || !config.bool('enableServer') || !config.enabled(rotation), () => ({
        ...placeOf(config, bootstrap),
        severity: 'info',
        reason: 'ClusterRequirement',
        message: 'depends on the cluster: certificate requests for kubernetes.io/kubelet-serving must be approved',
      })),
  },
]

function fileNeeds(config: Effective): readonly HostNeed[] {
  const file = config.text(resolvConf)
  if (usualFiles.includes(file) || resolvedStub.test(file)) return []
  return [
    {
      field: resolvConf,
      need: 'the file must exist, or no new pod starts',
      remedy: 'the default is /etc/resolv.conf',
    },
  ]
}

function portNeeds(config: Effective): readonly HostNeed[] {
  const number = config.int(port)
  if (number <= 0n || number === usualPort || otherPorts.has(number)) return []
  return [
    {
      field: port,
      need: `no other program must listen on port ${number}, or there is no health check`,
      remedy: `check the output of \`ss -ltn 'sport = :${number}'\``,
    },
  ]
}

function addressNeeds(config: Effective): readonly HostNeed[] {
  const host = config.text(address)
  if (config.int(port) <= 0n || everyHost.includes(host)) return []
  return [
    {
      field: address,
      need: `${isIpAddress(host) ? `the host must have the address ${host}` : `${quote(host)} must be a name of the host`}, or there is no health check`,
      remedy: 'check the output of `ip address`',
    },
  ]
}
