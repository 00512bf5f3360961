import { describe, expect, test } from '@jest/globals'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'

const configuration = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: -5\n'
const indented = (spaces: number, text = configuration): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))

/** The index of each document, and where its maxPods is. */
async function found(text: string): Promise<readonly string[]> {
  const { parts, relevant } = await readParts(text)
  if (!relevant) return []
  return parts.map(({ document, reading }) => {
    const entry =
      reading.outcome === 'tree' && reading.tree.type === 'map'
        ? reading.tree.entries.find(({ key }) => key === 'maxPods')
        : undefined
    return [document, entry?.at.line, entry?.at.column].join(':')
  })
}

const kind = `kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
kubeadmConfigPatches:
- |
${indented(2)}- |
  kind: InitConfiguration
nodes:
- role: worker
  kubeadmConfigPatches:
  - |
${indented(4)}`

const gardener = `apiVersion: extensions.gardener.cloud/v1alpha1
kind: OperatingSystemConfig
spec:
  files:
  - path: /var/lib/kubelet/config/kubelet
    content:
      inline:
        data: |
${indented(10)}`

const secret = `apiVersion: v1\nkind: Secret\nstringData:\n  kubelet.yaml: |\n${indented(4)}`
const encoded = `apiVersion: v1\nkind: Secret\ndata:\n  a: bm90aGluZw==\n  b: "?"\n  kubelet.yaml: ${Buffer.from(configuration).toString('base64')}\n`
const file = `- path: /a\n  encoding: b64\n  content: ${Buffer.from(configuration).toString('base64')}\n- content: ${Buffer.from(configuration).toString('base64')}\n`
const files = `apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nspec:\n  files:\n${indented(2, file)}`
const unversioned = kind.replaceAll(/ *apiVersion: kubelet.*\n/g, '')
const kustomize = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\npatches:\n- patch: |\n${indented(4)}`
const kops =
  'apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec: {kubelet: {maxPods: 5, authorizationMode: Webhook}}\n'

describe('documents in texts of other objects', () => {
  test.each([
    ['patches of kind (R9, D7)', kind, ['0:7:3', '1:16:5']],
    ['patches of kind without an apiVersion (D7)', unversioned, ['0:6:3', '1:14:5']],
    ['files in base64, where their encoding says so (R9)', files, ['0:7:14']],
    ['an OperatingSystemConfig of Gardener (R9)', gardener, ['0:11:11']],
    ['stringData of a Secret (D7)', secret, ['0:7:5']],
    ['data of a Secret, at the value', encoded, ['0:6:17']],
    ['a patch of kustomize (R9)', kustomize, ['0:7:5']],
    ['beside others', `${secret}---\n${configuration}`, ['0:7:5', '1:11:1']],
  ])('%s', async (_name, text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  test.each([
    ['a script that writes one', secret.replace('|\n', '|\n    #!/bin/sh\n')],
    ['a literal of a generator', kustomize.replace('apiVersion: kubelet', 'kubelet=apiVersion: kubelet')],
    ['a file for kubeadm', secret.replace('kind: Kubelet', 'kind: ClusterConfiguration\n    ---\n    kind: Kubelet')],
    ['a text without an apiVersion that is no patch of kind', unversioned.replaceAll('kubeadmConfigPatches', 'notes')],
    ['fields of kOps', kops],
  ])('but not %s', async (_name, text) => {
    expect(await found(text)).toEqual([])
  })
})
