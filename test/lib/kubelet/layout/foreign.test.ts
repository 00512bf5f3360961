import { expect, test } from '@jest/globals'
import { foreignManagers, type NodeTraits } from '../../../../src/lib/kubelet/layout/foreign.ts'

const node: NodeTraits = {
  labels: { 'kubernetes.io/os': 'linux' },
  osImage: 'Debian GNU/Linux 13 (trixie)',
  operatingSystem: 'linux',
  kubeletVersion: 'v1.36.3',
}

test.each<[string, Partial<NodeTraits>, object, object]>([
  ['a plain node', {}, [], []],
  ['Talos', { osImage: 'Talos (v1.11.2)' }, [{ reason: 'SystemManagesKubelet', system: 'Talos' }], []],
  [
    'Bottlerocket of EKS',
    { osImage: 'Bottlerocket OS 1.44.0 (aws-k8s-1.34)', labels: { 'eks.amazonaws.com/nodegroup': 'a' } },
    [{ reason: 'SystemManagesKubelet', system: 'Bottlerocket' }],
    [{ reason: 'NodeReplacedByProvider', system: 'EKS' }],
  ],
  ['k3s', { kubeletVersion: 'v1.36.3+k3s1' }, [{ reason: 'KubeletEmbedded', product: 'k3s' }], []],
  ['RKE2', { kubeletVersion: 'v1.36.3+rke2r1' }, [{ reason: 'KubeletEmbedded', product: 'RKE2' }], []],
  ['k0s', { kubeletVersion: 'v1.36.3+k0s' }, [{ reason: 'KubeletEmbedded', product: 'k0s' }], []],
  ['MicroK8s', { labels: { 'microk8s.io/cluster': 'true' } }, [{ reason: 'KubeletEmbedded', product: 'MicroK8s' }], []],
  [
    'OpenShift',
    { labels: { 'node.openshift.io/os_id': 'rhel' } },
    [{ reason: 'OperatorManagesKubelet', system: 'OpenShift' }],
    [],
  ],
  ['Windows', { operatingSystem: 'windows' }, [{ reason: 'NotLinux', platform: 'windows' }], []],
  ['a virtual kubelet', { labels: { type: 'virtual-kubelet' } }, [{ reason: 'NoKubeletAtAll' }], []],
  [
    'GKE',
    { osImage: 'Container-Optimized OS from Google', labels: { 'cloud.google.com/gke-nodepool': 'a' } },
    [],
    [
      { reason: 'NodeReplacedByProvider', system: 'GKE' },
      { reason: 'UsrReadOnly', system: 'Container-Optimized OS' },
    ],
  ],
  [
    'AKS',
    { labels: { 'kubernetes.azure.com/cluster': 'a' } },
    [],
    [{ reason: 'NodeReplacedByProvider', system: 'AKS' }],
  ],
  ['Flatcar', { osImage: 'Flatcar Container Linux' }, [], [{ reason: 'UsrReadOnly', system: 'Flatcar' }]],
  ['a Node that its kubelet has not filled in', { osImage: '', operatingSystem: '', kubeletVersion: '' }, [], []],
])('%s', (_, traits, refused, care) => {
  const found = foreignManagers({ ...node, ...traits })
  expect(JSON.parse(JSON.stringify(found))).toEqual({ refused, care })
})
