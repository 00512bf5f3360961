import { newest, pauseImage, releases } from '../versions.ts'

/** What is made for many nodes, and nothing else, has it. */
export const label = { key: 'test.kubeletcfg.dev/scale', value: 'true' } as const
/** Nodes are in so many pools: enough that one of them is a few hundred of 5,000. */
const pools = 16
export const poolLabel = 'test.kubeletcfg.dev/pool'
export const namespaces = Array.from({ length: 20 }, (_, i) => `scale-${i}`)
export const nodeName = (i: number): string => `scale-${String(i).padStart(5, '0')}`

const labels = { [label.key]: label.value }

/** A node as its kubelet reports it. */
export const nodeObject = (i: number): object => {
  const size = { cpu: '64', memory: '256Gi', pods: '110', 'ephemeral-storage': '100Gi', 'hugepages-2Mi': '0' }
  const since = { lastHeartbeatTime: '2026-01-01T00:00:00Z', lastTransitionTime: '2026-01-01T00:00:00Z' }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: nodeName(i),
      labels: {
        ...labels,
        [poolLabel]: `pool-${i % pools}`,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': nodeName(i),
        'topology.kubernetes.io/zone': `zone-${i % 3}`,
      },
    },
    spec: { podCIDR: `10.${i >> 8}.${i & 255}.0/24`, providerID: `scale://${nodeName(i)}` },
    status: {
      capacity: size,
      allocatable: size,
      conditions: [
        ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({ type, status: 'False', ...since })),
        { type: 'Ready', status: 'True', reason: 'KubeletReady', ...since },
      ],
      addresses: [{ type: 'Hostname', address: nodeName(i) }],
      nodeInfo: {
        ...{ architecture: 'amd64', operatingSystem: 'linux', osImage: 'Debian GNU/Linux 12', kernelVersion: '6.1.0' },
        ...{ bootID: `boot-${i}`, machineID: `machine-${i}`, systemUUID: `system-${i}` },
        ...{ containerRuntimeVersion: 'containerd://2.4.2', kubeProxyVersion: '' },
        kubeletVersion: `v${releases[newest]}`,
      },
    },
  }
}

/** One of the pods of a node, as the controllers of a Deployment and the scheduler make it. */
export function podObject(node: number, i: number): { readonly path: string; readonly body: object } {
  const app = `app-${node % 100}`
  const namespace = namespaces[(node + i) % namespaces.length] ?? ''
  const name = `${app}-7d4b9c6f5d-${node.toString(36).padStart(3, '0')}${i.toString(36).padStart(2, '0')}`
  const probe = { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 10, timeoutSeconds: 1 }
  const controller = {
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${app}-7d4b9c6f5d`, controller: true },
    uid: `00000000-0000-4000-8000-${String(node % 100).padStart(12, '0')}`,
  }
  const body = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace, ownerReferences: [controller] },
      labels: { ...labels, 'app.kubernetes.io/name': app, 'pod-template-hash': '7d4b9c6f5d' },
    },
    spec: {
      nodeName: nodeName(node),
      automountServiceAccountToken: false,
      volumes: [{ name: 'config', configMap: { name: app } }],
      containers: [
        {
          ...{ name: 'app', image: pauseImage, imagePullPolicy: 'Never', ports: [{ containerPort: 8080 }] },
          env: [
            { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            { name: 'LOG_LEVEL', value: 'info' },
          ],
          resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '2Gi' } },
          volumeMounts: [{ name: 'config', mountPath: '/etc/app' }],
          ...{ readinessProbe: probe, livenessProbe: probe },
        },
      ],
    },
  }
  return { path: `/api/v1/namespaces/${namespace}/pods`, body }
}
