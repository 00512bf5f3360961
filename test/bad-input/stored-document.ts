import { document } from '../../src/lib/names.ts'
import { listOf, type Routes } from './routes.ts'

export const configMaps = '/api/v1/namespaces/kube-system/configmaps'
export const globalPath = `${configMaps}/${document.globalName}`

export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
export const maxPods = (count: number): string => `${header}maxPods: ${count}\n`

interface Sketch {
  readonly name?: string
  readonly resourceVersion?: string
  readonly manager?: string
}

/** A ConfigMap as the API server sends it. */
export const configMap = (
  body: string,
  { name = document.globalName, resourceVersion = '1', manager = 'kubectl-edit' }: Sketch = {},
) => ({
  kind: 'ConfigMap',
  metadata: {
    ...{ name, namespace: 'kube-system', uid: `${name}-uid`, resourceVersion },
    creationTimestamp: '2026-11-01T00:00:00Z',
    managedFields: [{ manager, operation: 'Update', time: '2026-11-20T08:00:00Z' }],
  },
  data: { [document.key]: body },
})

/** A cluster without nodes and without documents, that knows who asks. */
export const emptyCluster: Routes = {
  'GET /api/v1/nodes': () => listOf(),
  [`GET ${configMaps}`]: () => listOf(),
  'POST /apis/authentication.k8s.io/v1/selfsubjectreviews': () => ({
    body: { kind: 'SelfSubjectReview', status: { userInfo: { username: 'me' } } },
  }),
}
