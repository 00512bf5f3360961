import { expect, test } from '@jest/globals'
import { type FieldOwner, keeperOf } from '../../../src/lib/documents/keeper.ts'

const place = { namespace: 'kube-system', name: 'node-a-kubelet-configuration', labels: {}, annotations: {} }
const owner = (manager: string, operation: string, ownsText = true): FieldOwner => ({ manager, operation, ownsText })
const tracking = (of: string) => ({ 'argocd.argoproj.io/tracking-id': of })

test.each<[string, readonly FieldOwner[], string | undefined]>([
  ['a person who applies on the server', [owner('kubectl', 'Apply')], 'kubectl'],
  ['a person who applies in the client', [owner('kubectl-client-side-apply', 'Update')], undefined],
  ['a person who edits', [owner('kubectl-edit', 'Update')], undefined],
  ['Flux', [owner('kustomize-controller', 'Apply')], 'kustomize-controller'],
  [
    'Argo CD, which applies in the client unless told otherwise',
    [owner('argocd-controller', 'Update')],
    'argocd-controller',
  ],
  ['Argo CD, which replaces', [owner('argocd-application-controller', 'Update')], 'argocd-application-controller'],
  ['Helm 3', [owner('helm', 'Update')], 'helm'],
  ['ourselves', [owner('kubeletcfg', 'Update'), owner('kubeletcfg', 'Apply')], undefined],
  ['who applies labels only', [owner('labeller', 'Apply', false), owner('kubeletcfg', 'Update')], undefined],
  [
    'whom we have overwritten',
    [owner('kustomize-controller', 'Apply', false), owner('kubeletcfg', 'Update')],
    undefined,
  ],
  ['who owns the same text as we do', [owner('kubeletcfg', 'Update'), owner('ci', 'Apply')], 'ci'],
])('the keeper of a document: %s', (_name, owners, manager) => {
  expect(keeperOf(owners, 'kubeletcfg', place)?.manager).toBe(manager)
})

const flux = { 'kustomize.toolkit.fluxcd.io/name': 'a', 'kustomize.toolkit.fluxcd.io/namespace': 'b' }
const helm = { annotations: { 'meta.helm.sh/release-name': 'a' } }
const own = tracking('kubelets:/ConfigMap:kube-system/node-a-kubelet-configuration')
const copied = tracking('kubelets:/ConfigMap:kube-system/other')

test.each<[string, string, Partial<typeof place>, string | undefined]>([
  ['nothing', 'kustomize-controller', {}, undefined],
  ['a Kustomization', 'kustomize-controller', { labels: flux }, 'b/a'],
  ['a HelmRelease', 'helm-controller', { labels: { 'helm.toolkit.fluxcd.io/name': 'a' } }, 'a'],
  ['a release of Helm', 'helm', helm, 'a'],
  ['an Application', 'argocd-controller', { annotations: own }, 'kubelets'],
  ['an Application that replaces', 'argocd-application-controller', { annotations: own }, 'kubelets'],
  ['an Application of another object, copied', 'argocd-controller', { annotations: copied }, undefined],
  ['labels that another tool has left', 'kubectl', { labels: flux, ...helm }, undefined],
])('where the keeper says that it has it from: %s', (_name, manager, marks, source) => {
  expect(keeperOf([owner(manager, 'Apply')], 'kubeletcfg', { ...place, ...marks })).toEqual({ manager, source })
})
