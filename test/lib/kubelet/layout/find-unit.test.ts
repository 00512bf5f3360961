import { expect, test } from '@jest/globals'
import { findUnit } from '../../../../src/lib/kubelet/layout/find-unit.ts'
import { unitOf } from '../../../../src/lib/kubelet/layout/processes.ts'
import { machine, processIn } from './machines.ts'

const unit = (name: string) => ({ kind: 'Unit', name })

test.each([
  [
    'the usual one',
    machine({ processes: [processIn('kubelet.service', '/usr/bin/kubelet', '--v=2')] }),
    'kubelet.service',
  ],
  [
    'one of another name',
    machine({ processes: [processIn('kube-node.service', '/opt/bin/kubelet')] }),
    'kube-node.service',
  ],
  ['hyperkube', machine({ processes: [processIn('kubelet.service', '/hyperkube', 'kubelet')] }), 'kubelet.service'],
  ['a stopped one', machine({ services: ['cron.service', 'kubelet.service'] }), 'kubelet.service'],
  [
    'a stopped one beside an installed product that does not run',
    machine({ services: ['k3s.service', 'kubelet.service'] }),
    'kubelet.service',
  ],
  [
    'that of the host, not of nodes in containers on it',
    machine({
      processes: [
        {
          pid: 9,
          argv: ['/usr/bin/kubelet'],
          cgroup: '0::/system.slice/docker-4e.scope/system.slice/kubelet.service\n',
        },
        processIn('node.service', '/usr/bin/kubelet'),
      ],
    }),
    'node.service',
  ],
  [
    'that of the host, beside a cluster in a pod',
    machine({
      processes: [
        { pid: 9, argv: ['/bin/k3s', 'server'], cgroup: '0::/kubepods.slice/pod1.slice/cri-containerd-4e.scope\n' },
        processIn('kubelet.service', '/usr/bin/kubelet'),
      ],
    }),
    'kubelet.service',
  ],
])('the unit of a kubelet: %s', (_what, seen, expected) => {
  expect(findUnit(seen)).toEqual({ unit: expected })
})

test.each([
  ['Windows', machine({ platform: 'win32' }), { reason: 'NotLinux', platform: 'win32' }],
  ['OpenRC', machine({ init: 'init' }), { reason: 'NoSystemd', init: 'init' }],
  ['Talos', machine({ system: 'talos', init: 'init' }), { reason: 'SystemManagesKubelet', system: 'Talos' }],
  ['Bottlerocket', machine({ system: 'bottlerocket' }), { reason: 'SystemManagesKubelet', system: 'Bottlerocket' }],
  [
    'k3s',
    machine({ processes: [processIn('k3s-agent.service', '/usr/local/bin/k3s agent')] }),
    { reason: 'KubeletEmbedded', subject: unit('k3s-agent.service'), product: 'k3s' },
  ],
  [
    'k3s without systemd',
    machine({ init: 'k3s', processes: [{ pid: 1, argv: ['/bin/k3s', 'agent'], cgroup: '0::/\n' }] }),
    { reason: 'KubeletEmbedded', subject: undefined, product: 'k3s' },
  ],
  [
    'RKE2, whose kubelet is a process',
    machine({ processes: [processIn('rke2-server.service', '/var/lib/rancher/rke2/data/v1/bin/kubelet')] }),
    { reason: 'KubeletEmbedded', subject: unit('rke2-server.service'), product: 'RKE2' },
  ],
  [
    'MicroK8s',
    machine({ processes: [processIn('snap.microk8s.daemon-kubelite.service', '/snap/microk8s/1/kubelite')] }),
    { reason: 'KubeletEmbedded', subject: unit('snap.microk8s.daemon-kubelite.service'), product: 'MicroK8s' },
  ],
  [
    'MicroShift',
    machine({ processes: [processIn('microshift.service', '/usr/bin/microshift', 'run')] }),
    { reason: 'KubeletEmbedded', subject: unit('microshift.service'), product: 'MicroShift' },
  ],
  [
    'k0s',
    machine({ processes: [processIn('k0sworker.service', '/var/lib/k0s/bin/kubelet')] }),
    { reason: 'KubeletEmbedded', subject: unit('k0sworker.service'), product: 'k0s' },
  ],
  [
    'stopped k3s',
    machine({ services: ['k3s.service'] }),
    { reason: 'KubeletEmbedded', subject: unit('k3s.service'), product: 'k3s' },
  ],
  [
    'a snap',
    machine({ processes: [processIn('snap.kubelet.daemon.service', '/snap/kubelet/7/kubelet')] }),
    { reason: 'KubeletInSnap', subject: unit('snap.kubelet.daemon.service') },
  ],
  ['nothing', machine({ services: ['cron.service'] }), { reason: 'NoKubeletFound' }],
  [
    'a kubelet that somebody started',
    machine({ processes: [{ pid: 77, argv: ['kubelet'], cgroup: '0::/user.slice/user-0.slice/session-1.scope\n' }] }),
    { reason: 'KubeletWithoutUnit', pid: 77 },
  ],
  [
    'two',
    machine({ processes: [processIn('a.service', '/a/kubelet'), processIn('b.service', '/b/kubelet')] }),
    { reason: 'SeveralKubeletUnits', units: ['a.service', 'b.service'] },
  ],
])('refused: %s', (_what, seen, refused) => {
  expect(findUnit(seen)).toEqual({ refused })
})

test.each([
  ['cgroup v2', '0::/system.slice/kubelet.service\n', 'kubelet.service'],
  ['cgroup v1', '12:memory:/kubepods\n1:name=systemd:/system.slice/kubelet.service\n0::/\n', 'kubelet.service'],
  ['a group below the service', '0::/system.slice/kubelet.service/main\n', 'kubelet.service'],
  ['as seen from a container', '0::/../../../../system.slice/kubelet.service\n', 'kubelet.service'],
  ['a session', '0::/user.slice/user-0.slice/session-1.scope\n', undefined],
  ['a pod', '0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-1.scope\n', undefined],
  ['a user service', '0::/user.slice/user-0.slice/user@0.service/app.slice/kubelet.service\n', 'user@0.service'],
  ['nothing', '', undefined],
])('the service of a process: %s', (_what, cgroup, expected) => {
  expect(unitOf(cgroup)).toBe(expected)
})
