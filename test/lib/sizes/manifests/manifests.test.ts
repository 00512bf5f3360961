import { describe, expect, test } from '@jest/globals'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import { defaultImage, type InstallOptions, installObjects } from '../../../../src/lib/sizes/manifests/manifests.ts'
import { everyLinuxNode, labelledNodes } from '../../../../src/lib/sizes/model/installation.ts'

const options: InstallOptions = {
  namespace: 'kube-system',
  image: defaultImage,
  nodeSelector: labelledNodes,
  createNamespace: 'no' as const,
}
const kinds = (changes: Partial<InstallOptions>) => [
  ...new Set(installObjects({ ...options, ...changes }).map(({ kind }) => kind)),
]
const find = (kind: string, changes: Partial<InstallOptions> = {}): ObjectBody =>
  installObjects({ ...options, ...changes }).find((object) => object.kind === kind)!

test('objects come in the order in which they depend on each other, the namespace only if wanted', () => {
  const others = [
    'PriorityClass',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ConfigMap',
    'ClusterRole',
    'DaemonSet',
  ]
  expect(kinds({})).toEqual(others)
  expect(kinds({ createNamespace: 'owned' })).toEqual(['Namespace', ...others])
})

test('every object says that we made it, and only ConfigMaps and DaemonSet live in a namespace', () => {
  for (const { metadata, kind } of installObjects({ ...options, namespace: 'balloons', createNamespace: 'owned' })) {
    expect(metadata.labels).toMatchObject({
      'app.kubernetes.io/name': 'nodesize',
      'app.kubernetes.io/managed-by': 'nodesize',
    })
    expect(metadata.namespace).toBe(['ConfigMap', 'DaemonSet'].includes(kind) ? 'balloons' : undefined)
  }
  expect(find('Namespace', { namespace: 'balloons', createNamespace: 'owned' }).metadata.name).toBe('balloons')
})

const digits = [...'0123456789abcdef']

test('sixteen ConfigMaps can be selected, and an apply leaves their data alone', () => {
  const labels = {
    'app.kubernetes.io/name': 'nodesize',
    'app.kubernetes.io/managed-by': 'nodesize',
    'nodesize.kubeletcfg.dev/sizes': 'true',
  }
  expect(installObjects(options).filter(({ kind }) => kind === 'ConfigMap')).toEqual(
    digits.map((digit) => ({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: `nodesize-sizes-${digit}`, namespace: 'kube-system', labels },
    })),
  )
})

test('the class is as high as a user may go, and never preempts', () => {
  expect(find('PriorityClass')).toMatchObject({
    apiVersion: 'scheduling.k8s.io/v1',
    metadata: { name: 'nodesize-balloon' },
    value: 1_000_000_000,
    preemptionPolicy: 'Never',
    globalDefault: false,
  })
})

test('the role can read nodes and pods, resize pods, and write desired sizes, but create nothing', () => {
  expect(find('ClusterRole')).toMatchObject({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    metadata: { name: 'nodesize-operator' },
    rules: [
      { apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['pods/resize'], verbs: ['get', 'patch'] },
      { apiGroups: ['nodesize.kubeletcfg.dev'], resources: ['balloons'], verbs: ['resize'] },
      {
        ...{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'patch'] },
        resourceNames: digits.map((digit) => `nodesize-sizes-${digit}`),
      },
      { apiGroups: [''], resources: ['limitranges'], verbs: ['list'] },
      { apiGroups: ['metrics.k8s.io'], resources: ['nodes'], verbs: ['get', 'list'] },
      {
        ...{ apiGroups: ['apps'], resources: ['daemonsets'], resourceNames: ['nodesize-balloon'] },
        verbs: ['get', 'list', 'watch'],
      },
    ],
  })
})

test('another role can patch nodes, and nothing else: cordons need it, and it permits more than that', () => {
  expect(installObjects(options).find(({ metadata }) => metadata.name === 'nodesize-cordon')).toMatchObject({
    kind: 'ClusterRole',
    rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }],
  })
})

describe('the DaemonSet', () => {
  const podSpec = (changes: Partial<InstallOptions> = {}): Record<string, unknown> => {
    const { spec } = find('DaemonSet', changes) as unknown as { spec: { template: { spec: Record<string, unknown> } } }
    return spec.template.spec
  }

  test('keeps its pods until they are deleted, and selects them by our label', () => {
    const label = { 'nodesize.kubeletcfg.dev/balloon': 'true' }
    expect(find('DaemonSet')).toMatchObject({
      apiVersion: 'apps/v1',
      metadata: { name: 'nodesize-balloon' },
      spec: {
        selector: { matchLabels: label },
        updateStrategy: { type: 'OnDelete' },
        template: {
          metadata: {
            labels: { ...label, 'app.kubernetes.io/name': 'nodesize' },
            annotations: { 'cluster-autoscaler.kubernetes.io/enable-ds-eviction': 'false' },
          },
        },
      },
    })
  })

  test('runs on nodes that opted in, or on all linux nodes', () => {
    const linux = { 'kubernetes.io/os': 'linux' }
    expect(podSpec()['nodeSelector']).toEqual({ ...linux, 'nodesize.kubeletcfg.dev/enabled': 'true' })
    expect(podSpec({ nodeSelector: everyLinuxNode })['nodeSelector']).toEqual(linux)
    expect(podSpec()['tolerations']).toEqual([{ operator: 'Exists' }])
  })

  test('makes a pod that may do nothing and asks for next to nothing', () => {
    expect(podSpec({ image: 'mirror.example/pause:3' })).toEqual({
      priorityClassName: 'nodesize-balloon',
      nodeSelector: expect.anything(),
      tolerations: expect.anything(),
      terminationGracePeriodSeconds: 0,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        ...{ runAsNonRoot: true, runAsUser: 65_535, runAsGroup: 65_535 },
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'balloon',
          image: 'mirror.example/pause:3',
          resources: { requests: { cpu: '1m', memory: '16Mi' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
            readOnlyRootFilesystem: true,
          },
        },
      ],
    })
  })
})
