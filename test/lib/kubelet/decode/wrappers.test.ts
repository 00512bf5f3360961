import { expect, test } from '@jest/globals'
import { checked } from '../check/documents.ts'

const cutOut = (path: string): string =>
  `extract it: yq '${path} + {"apiVersion":"kubelet.config.k8s.io/v1beta1","kind":"KubeletConfiguration"}' FILE | kubeletcfg validate -`

test.each([
  ['machineconfiguration.openshift.io/v1', 'KubeletConfig', '.spec.kubeletConfig'],
  ['node.eks.aws/v1alpha1', 'NodeConfig', '.spec.kubelet.config'],
  ['eksctl.io/v1alpha5', 'ClusterConfig', '.nodeGroups[0].kubeletExtraConfig'],
  ['karpenter.k8s.aws/v1', 'EC2NodeClass', '.spec.kubelet'],
])('%s %s has a command that extracts the configuration', async (apiVersion, kind, path) => {
  const { valid, findings } = await checked(`apiVersion: ${apiVersion}\nkind: ${kind}\nspec: {}\n`)
  const message = `kind '${kind}' holds the KubeletConfiguration in ${path.slice(1)}`
  expect(findings).toMatchObject([
    { rule: 'DECODE-KIND', fatal: true, path: 'kind', line: 2, message, remedy: cutOut(path) },
  ])
  expect(valid).toBe(false)
})

test.each([
  ['v1', 'Pod', /--config$/],
  ['v1', 'ConfigMap', /^no key of its data/],
  ['kops.k8s.io/v1alpha2', 'Cluster', /configz/],
  ['kops.k8s.io/v1alpha2', 'InstanceGroup', /configz/],
  ['cluster.x-k8s.io/v1beta1', 'Cluster', /--config$/],
  ['kubeadm.k8s.io/v1beta4', 'ClusterConfiguration', /^kubeadm reads the KubeletConfiguration from the same file/],
  ['kubelet.config.k8s.io/v1', 'CredentialProviderConfig', /--config$/],
  ['example.com/v1', 'constructor', /--config$/],
])('%s %s is not advised to call itself a KubeletConfiguration', async (apiVersion, kind, remedy) => {
  const { findings } = await checked(JSON.stringify({ kind, apiVersion }))
  const message = `kind '${kind}' holds no KubeletConfiguration`
  expect(findings).toMatchObject([{ rule: 'DECODE-KIND', message, remedy: expect.stringMatching(remedy) }])
})

test.each([
  ['apiVersion: v1\nkind: Config\nclusters: []\n', "kind 'Config' is a kubeconfig"],
  ['clusters: []\nusers: []\n', 'the file is a kubeconfig'],
  ['current-context: a\n', 'the file is a kubeconfig'],
])('%j is a kubeconfig, which the kubelet reads elsewhere', async (text, message) => {
  const remedy = 'the kubelet reads it with --kubeconfig: name the file of --config'
  expect((await checked(text)).findings).toMatchObject([{ rule: 'DECODE-KIND', fatal: true, message, remedy }])
})

test.each([
  ['{"kubeletconfig": {"maxPods": 5}}', 'holds the KubeletConfiguration in kubeletconfig', cutOut('.kubeletconfig')],
  [
    'version: v1alpha1\nmachine: {kubelet: {}}\n',
    'holds the KubeletConfiguration in machine.kubelet.extraConfig',
    cutOut('.machine.kubelet.extraConfig'),
  ],
  [
    'kubelet-arg: [max-pods=5]\n',
    'holds kubelet flags, not a KubeletConfiguration',
    `convert them: yq -r '.["kubelet-arg"][] | "--" + .' FILE | kubeletcfg migrate -`,
  ],
])('%s has no header to add', async (text, message, remedy) => {
  const { valid, findings } = await checked(text)
  expect(findings).toMatchObject([{ rule: 'DECODE-KIND', fatal: true, message, remedy }])
  expect(valid).toBe(false)
})

test('with a header, such a key is an unknown field', async () => {
  const { findings } = await checked(
    'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmachine: {}\n',
  )
  expect(findings.map(({ rule }) => rule)).toEqual(['STRICT-UNKNOWN'])
})
