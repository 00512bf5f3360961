import type { Case } from './case.ts'

const endpoint = 'containerRuntimeEndpoint'

export const cases: readonly Case[] = [
  {
    rule: 'S16',
    breaks: `${endpoint}: tcp://127.0.0.1:2375\n`,
    keeps: `${endpoint}: unix:///run/containerd/containerd.sock\n`,
    path: endpoint,
    message: `${endpoint} 'tcp://127.0.0.1:2375' must be a unix socket`,
  },
  {
    rule: 'S16',
    breaks: 'imageServiceEndpoint: npipe:////./pipe/containerd\n',
    keeps: 'imageServiceEndpoint: /run/containerd/containerd.sock\n',
    path: 'imageServiceEndpoint',
    message: "imageServiceEndpoint 'npipe:////./pipe/containerd' must be a unix socket",
  },
  {
    rule: 'S16',
    breaks: `${endpoint}: unix://run/containerd/containerd.sock\n`,
    keeps: `${endpoint}: unix:/run/containerd/containerd.sock\n`,
    path: endpoint,
    message: `${endpoint} 'unix://run/containerd/containerd.sock' must have three slashes: the kubelet reads 'run' as a host and ignores it`,
  },
  {
    rule: 'S16',
    breaks: `${endpoint}: run/containerd/containerd.sock\n`,
    keeps: `${endpoint}: ""\n`,
    path: endpoint,
    message: `${endpoint} 'run/containerd/containerd.sock' must be an absolute path: the kubelet reads 'run' as a host and ignores it`,
  },
  {
    rule: 'S16',
    breaks: `${endpoint}: unix:containerd.sock\n`,
    keeps: `${endpoint}: unix:///a%20b\n`,
    path: endpoint,
    message: `${endpoint} 'unix:containerd.sock' must have the absolute path of a socket`,
  },
  {
    rule: 'S16',
    breaks: `${endpoint}: unix:///a%zz\n`,
    keeps: `${endpoint}: unix:///a%2f\n`,
    path: endpoint,
    message: `${endpoint} 'unix:///a%zz' must have two hexadecimal digits after each %`,
  },
  {
    rule: 'S17',
    breaks: 'address: localhost\n',
    keeps: 'address: "::"\n',
    path: 'address',
    message: "address 'localhost' must be an IP address",
  },
  {
    rule: 'S17',
    breaks: 'address: 0.0.0.0.0\nenableServer: false\nreadOnlyPort: 10255\n',
    keeps: 'address: 0.0.0.0.0\nenableServer: false\n',
    path: 'address',
    message: "address '0.0.0.0.0' must be an IP address",
  },
  {
    rule: 'S18',
    breaks: 'readOnlyPort: 10250\n',
    keeps: 'readOnlyPort: 10250\nenableServer: false\n',
    path: 'readOnlyPort',
    message: 'readOnlyPort 10250 must not be the same as port',
  },
  {
    rule: 'S19',
    breaks: 'healthzPort: 10250\n',
    keeps: 'healthzPort: 10250\naddress: 10.0.0.5\nhealthzBindAddress: 127.0.0.1\n',
    path: 'healthzPort',
    message: 'healthzPort 10250 must not be the same as port',
  },
  {
    rule: 'S19',
    breaks: 'healthzPort: 10255\nreadOnlyPort: 10255\nhealthzBindAddress: "::1"\n',
    keeps: 'healthzPort: 10255\nreadOnlyPort: 10255\nhealthzBindAddress: "::1"\naddress: 127.0.0.1\n',
    path: 'healthzPort',
    message: 'healthzPort 10255 must not be the same as readOnlyPort',
  },
  {
    rule: 'S20',
    breaks: 'enforceNodeAllocatable: [pods, kube-reserved]\nkubeReservedCgroup: /kubelet.slice\n',
    keeps: 'enforceNodeAllocatable: [pods, kube-reserved]\nkubeReservedCgroup: /k.slice\nkubeReserved: {pid: "1"}\n',
    path: 'enforceNodeAllocatable[1]',
    message: 'kubeReserved must be set while enforceNodeAllocatable has kube-reserved, or the kubelet exits',
  },
  {
    rule: 'S20',
    breaks: 'enforceNodeAllocatable: [system-reserved-compressible]\nsystemReservedCgroup: /s\nsystemReserved: {}\n',
    keeps: 'enforceNodeAllocatable: [pods]\nsystemReservedCgroup: /s\n',
    path: 'systemReserved',
    message:
      'systemReserved must be set while enforceNodeAllocatable has system-reserved-compressible, or the kubelet exits',
  },
  {
    rule: 'S21',
    breaks: 'systemCgroups: /\ncgroupRoot: /\n',
    keeps: 'systemCgroups: /system.slice\ncgroupRoot: /\n',
    path: 'systemCgroups',
    message: 'systemCgroups must not be the root cgroup',
  },
]
