import type { Case } from './case.ts'

const sysctls = (names: string): string => `featureGates: {DefaultPodSysctls: true}\ndefaultPodSysctls: {${names}}\n`

export const cases: readonly Case[] = [
  {
    rule: 'V18',
    breaks: 'defaultPodSysctls: {net.core.somaxconn: "1"}\n',
    keeps: 'defaultPodSysctls: {}\n',
    path: 'defaultPodSysctls',
    message: 'defaultPodSysctls needs the feature gate DefaultPodSysctls',
  },
  {
    rule: 'V18',
    breaks: sysctls('net.core.SOMAXCONN: "1"'),
    keeps: sysctls('net.core.somaxconn: "1"'),
    path: 'defaultPodSysctls[net.core.SOMAXCONN]',
    message:
      "sysctl 'net.core.SOMAXCONN' must have only lower-case letters, digits, - and _, in parts joined by . or / that begin and end with a letter or digit",
  },
  {
    rule: 'V18',
    breaks: sysctls('vm.swappiness: "1"'),
    keeps: sysctls('user.swappiness: "1"'),
    path: 'defaultPodSysctls[vm.swappiness]',
    message: "sysctl 'vm.swappiness' is not namespaced: it would change the whole node",
  },
  {
    rule: 'V18',
    breaks: sysctls('net.ipv4.ip_forward: "1", net/ipv4/ip_forward: "1"'),
    keeps: sysctls('net.ipv4.ip_forward: "1", net/ipv4/ip.forward: "1"'),
    path: 'defaultPodSysctls[net/ipv4/ip_forward]',
    message: "sysctl 'net/ipv4/ip_forward' is a duplicate of 'net.ipv4.ip_forward'",
  },
  {
    rule: 'V19',
    breaks: 'iptablesDropBit: 32\n',
    keeps: 'iptablesDropBit: 31\n',
    path: 'iptablesDropBit',
    message: 'iptablesDropBit 32 must be from 0 to 31',
  },
  {
    rule: 'V20',
    breaks: 'iptablesMasqueradeBit: -1\n',
    keeps: 'iptablesMasqueradeBit: 0\n',
    path: 'iptablesMasqueradeBit',
    message: 'iptablesMasqueradeBit -1 must be from 0 to 31',
  },
  ...['V21 kubeAPIBurst', 'V22 kubeAPIQPS', 'V24 maxOpenFiles', 'V25 maxPods', 'V27 podsPerCore'].map(notNegative),
  ...['V30 registryBurst', 'V31 registryPullQPS'].map(notNegative),
  {
    rule: 'V23',
    breaks: 'nodeStatusMaxImages: -2\n',
    keeps: 'nodeStatusMaxImages: -1\n',
    path: 'nodeStatusMaxImages',
    message: 'nodeStatusMaxImages -2 must be -1 or greater',
  },
  {
    rule: 'V24',
    breaks: 'maxOpenFiles: -9223372036854775808\n',
    keeps: 'maxOpenFiles: 9223372036854775807\n',
    path: 'maxOpenFiles',
    message: 'maxOpenFiles -9223372036854775808 must not be negative',
  },
  {
    rule: 'V26',
    breaks: 'oomScoreAdj: -1001\n',
    keeps: 'oomScoreAdj: -1000\n',
    path: 'oomScoreAdj',
    message: 'oomScoreAdj -1001 must be from -1000 to 1000',
  },
  {
    rule: 'V28',
    breaks: 'port: 65536\n',
    keeps: 'port: 65535\n',
    path: 'port',
    message: 'port 65536 must be from 1 to 65535',
  },
  {
    rule: 'V28',
    breaks: 'port: -1\n',
    keeps: 'port: 0\n',
    path: 'port',
    message: 'port -1 must be from 1 to 65535',
  },
  {
    rule: 'V29',
    breaks: 'readOnlyPort: -1\n',
    keeps: 'readOnlyPort: 0\n',
    path: 'readOnlyPort',
    message: 'readOnlyPort -1 must be from 0 to 65535',
  },
  {
    rule: 'V32',
    breaks: 'maxParallelImagePulls: 0\n',
    keeps: 'maxParallelImagePulls: null\n',
    path: 'maxParallelImagePulls',
    message: 'maxParallelImagePulls 0 must be greater than 0',
  },
  {
    rule: 'V33',
    breaks: 'maxParallelImagePulls: 2\nserializeImagePulls: true\n',
    keeps: 'maxParallelImagePulls: 2\n',
    path: 'maxParallelImagePulls',
    message: 'maxParallelImagePulls 2 must not be greater than 1 while serializeImagePulls is true',
  },
  {
    rule: 'V33',
    release: '1.28',
    breaks: 'maxParallelImagePulls: 2\nserializeImagePulls: true\n',
    keeps: 'maxParallelImagePulls: 1\nserializeImagePulls: true\n',
    path: 'maxParallelImagePulls',
    message: 'maxParallelImagePulls 2 must not be greater than 1 while serializeImagePulls is true',
  },
  {
    rule: 'V34',
    breaks: 'featureGates: {RotateKubeletServerCertificate: false}\nserverTLSBootstrap: true\n',
    keeps: 'serverTLSBootstrap: true\n',
    path: 'serverTLSBootstrap',
    message: 'serverTLSBootstrap true needs the feature gate RotateKubeletServerCertificate',
  },
  {
    rule: 'V35',
    release: '1.32',
    breaks: 'runOnce: true\n',
    keeps: 'runOnce: false\n',
    path: 'runOnce',
    message: 'runOnce must not be true in 1.32',
  },
]

/** `V25 maxPods`: a count that may be zero, but not less. */
function notNegative(row: string): Case {
  const [rule = '', field = ''] = row.split(' ')
  return {
    rule,
    breaks: `${field}: -1\n`,
    keeps: `${field}: 0\n`,
    path: field,
    message: `${field} -1 must not be negative`,
  }
}
