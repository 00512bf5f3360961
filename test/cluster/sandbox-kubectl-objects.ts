import { pauseImage } from './versions.ts'

export const namespace = 'sandbox-kubectl'
const resources = { requests: { cpu: '10m', memory: '16Mi' } }
const template = {
  metadata: { labels: { own: 'set' } },
  spec: { containers: [{ name: 'c', image: pauseImage }], nodeSelector: { no: 'such' } },
}
const rbac = 'rbac.authorization.k8s.io/v1'
const core = (kind: string, name: string, content: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace },
  ...content,
})

/** In the order of their making. */
export const objects = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  core('ConfigMap', 'document', { data: { kubelet: 'a: 1\n' } }),
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: namespace, namespace: 'kube-system' } },
  core('Event', 'event', {
    involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'pod', namespace },
    reason: 'Tried',
    message: 'This was tried.',
    type: 'Warning',
    source: { component: 'test' },
    count: 3,
    firstTimestamp: '2026-01-01T00:00:00Z',
    lastTimestamp: '2026-01-02T00:00:00Z',
  }),
  core('LimitRange', 'range', { spec: { limits: [{ type: 'Pod', max: { cpu: '1', memory: '1Gi' } }] } }),
  core('ResourceQuota', 'quota', { spec: { hard: { pods: '5', 'limits.cpu': '3' } } }),
  {
    ...core('DaemonSet', 'set', { spec: { selector: { matchLabels: { own: 'set' } }, template } }),
    apiVersion: 'apps/v1',
  },
  {
    ...core('Role', 'reader', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
    apiVersion: rbac,
  },
  {
    ...core('RoleBinding', 'readers', {
      roleRef: { kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'User', name: 'ann' }],
    }),
    apiVersion: rbac,
  },
]

/** Once the quota counts: it wants limits of every pod. */
export const pod = core('Pod', 'pod', {
  spec: {
    nodeName: 'node-a',
    terminationGracePeriodSeconds: 1,
    automountServiceAccountToken: false,
    containers: [
      {
        name: 'c',
        image: pauseImage,
        imagePullPolicy: 'Never',
        resources: { ...resources, limits: resources.requests },
      },
    ],
  },
})
