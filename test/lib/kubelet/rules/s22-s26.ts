import type { Case } from './case.ts'

const ids = 'userNamespaces.idsPerPod'
const idsPerPod = (number: number): string => `userNamespaces: {idsPerPod: ${number}}\n`
const pair = 'tlsCertFile: /a.crt\ntlsPrivateKeyFile: /a.key\n'

export const cases: readonly Case[] = [
  {
    rule: 'S22',
    breaks: 'staticPodPath: /manifests\nfileCheckFrequency: -20s\n',
    keeps: 'fileCheckFrequency: -20s\n',
    path: 'fileCheckFrequency',
    message: 'fileCheckFrequency -20s must be greater than 0 while staticPodPath is set',
  },
  {
    rule: 'S22',
    breaks: 'runtimeRequestTimeout: -1s\n',
    keeps: 'runtimeRequestTimeout: 0s\n',
    path: 'runtimeRequestTimeout',
    message: 'runtimeRequestTimeout -1s must be greater than 0',
  },
  {
    rule: 'S23',
    release: '1.30',
    breaks: 'maxPods: 65536\n',
    keeps: 'maxPods: 65535\n',
    path: 'maxPods',
    message: 'maxPods 65536 must be 65535 or less: each pod gets 65536 user IDs',
  },
  {
    rule: 'S23',
    breaks: 'maxPods: 70000\n',
    keeps: 'maxPods: 70000\nfeatureGates: {UserNamespacesSupport: false}\n',
    release: '1.35',
    path: 'maxPods',
    message: 'maxPods 70000 must be 65535 or less: each pod gets 65536 user IDs',
  },
  {
    rule: 'S23',
    breaks: idsPerPod(67_108_864),
    keeps: `${idsPerPod(67_108_864)}maxPods: 63\n`,
    path: ids,
    message: `${ids} 67108864 leaves user IDs for 63 pods, fewer than maxPods 110`,
  },
  {
    rule: 'S23',
    breaks: idsPerPod(196_608),
    keeps: idsPerPod(131_072),
    path: ids,
    message: `depends on the host: 196608 IDs per pod require a user kubelet with subordinate IDs, a multiple of 196608 and enough for 110 pods`,
  },
  {
    rule: 'S23',
    release: '1.34',
    breaks: `${idsPerPod(131_072)}maxPods: 65536\n`,
    keeps: `${idsPerPod(65_536)}maxPods: 65535\n`,
    path: 'maxPods',
    message: 'maxPods 65536 must be 65535 or less: each pod gets 65536 user IDs',
  },
  {
    rule: 'S23',
    release: '1.33',
    breaks: idsPerPod(196_608),
    keeps: `userNamespaces: {}\n`,
    path: ids,
    message: `${ids} 196608 is ignored by kubelets up to 1.34: each pod gets 65536 user IDs`,
  },
  {
    rule: 'S24',
    breaks: 'clusterDNS: [10.96.0.10, 10.96.0.300]\n',
    keeps: 'clusterDNS: [010.96.0.10, "fd00::a"]\n',
    path: 'clusterDNS[1]',
    message: "'10.96.0.300' must be an IP address: the kubelet ignores it",
  },
  {
    rule: 'S24',
    breaks: 'clusterDNS: [null]\n',
    keeps: 'clusterDNS: []\n',
    path: 'clusterDNS[0]',
    message: "'' must be an IP address: the kubelet ignores it",
  },
  {
    rule: 'S25',
    breaks:
      'registerWithTaints: [{key: a, effect: NoSchedule, value: "1"}, {key: a, effect: NoSchedule, value: "2"}]\n',
    keeps: 'registerWithTaints: [{key: a, effect: NoSchedule}, {key: a, effect: NoExecute}]\n',
    path: 'registerWithTaints[1]',
    message: 'the taint a:NoSchedule must be given only once: the API server refuses the Node',
  },
  {
    rule: 'S25',
    breaks: 'registerWithTaints: [{key: a, effect: ""}]\n',
    keeps: 'registerWithTaints: [{key: a}]\nregisterNode: false\n',
    path: 'registerWithTaints[0].effect',
    message: 'effect must be set: the API server refuses the Node',
  },
  {
    rule: 'S26',
    breaks: 'tlsCertFile: /a.crt\n',
    keeps: pair,
    path: 'tlsPrivateKeyFile',
    message: 'tlsPrivateKeyFile must be set together with tlsCertFile: the kubelet serves no certificate',
  },
  {
    rule: 'S26',
    release: '1.35',
    breaks: 'tlsPrivateKeyFile: /a.key\n',
    keeps: 'tlsPrivateKeyFile: /a.key\nenableServer: false\n',
    path: 'tlsCertFile',
    message: 'tlsCertFile must be set together with tlsPrivateKeyFile: the kubelet exits',
  },
  {
    rule: 'S14',
    breaks: 'protectKernelDefaults: true\n',
    keeps: 'protectKernelDefaults: false\n',
    path: 'protectKernelDefaults',
    message:
      'depends on the host: sysctls must be vm.overcommit_memory=1, vm.panic_on_oom=0, kernel.panic=10, kernel.panic_on_oops=1, kernel.keys.root_maxkeys=1000000 and kernel.keys.root_maxbytes=25000000',
  },
  {
    rule: 'S14',
    breaks: 'cgroupRoot: /mycluster\n',
    keeps: 'cgroupRoot: /mycluster\ncgroupsPerQOS: false\nenforceNodeAllocatable: [none]\n',
    path: 'cgroupRoot',
    message: "depends on the host: the cgroup '/mycluster' must exist",
  },
  {
    rule: 'S14',
    breaks: 'containerRuntimeEndpoint: unix:///run/other.sock\n',
    keeps: 'containerRuntimeEndpoint: /run/containerd/containerd.sock\n',
    path: 'containerRuntimeEndpoint',
    message: "depends on the host: a container runtime must listen at '/run/other.sock'",
  },
  {
    rule: 'S14',
    breaks: 'imageServiceEndpoint: unix:///var/run/crio/crio.sock\n',
    keeps: 'imageServiceEndpoint: unix:///run/containerd/containerd.sock\n',
    path: 'imageServiceEndpoint',
    message: "depends on the host: a container runtime must listen at '/var/run/crio/crio.sock'",
  },
  {
    rule: 'S14',
    breaks: 'runtimeRequestTimeout: 1ms\n',
    keeps: 'runtimeRequestTimeout: 1s\n',
    path: 'runtimeRequestTimeout',
    message: 'depends on the host: the container runtime must answer the first request within 1ms',
  },
]
