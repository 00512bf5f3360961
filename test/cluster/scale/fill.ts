import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import type { Api } from '../api.ts'
import { killComponent, startComponent } from '../control-plane/running.ts'
import { label, namespaces, nodeName, nodeObject, podObject } from './objects.ts'

export interface Fleet {
  readonly nodes: number
  readonly podsPerNode: number
}

interface DaemonSet {
  readonly metadata: { readonly name: string; readonly uid: string }
  readonly spec: { readonly template: { readonly metadata: { readonly labels: object }; readonly spec: object } }
}

/** They would evict the pods, bind and make others, and compete for the processors. */
const controllers = ['kube-controller-manager', 'kube-scheduler'] as const

/** Stops the controllers: nodes without kubelets would lose their pods. */
export async function stopControllers(): Promise<void> {
  const { signal } = new AbortController()
  for (const name of controllers) await killComponent(name, signal)
}

/** As they are from the start of the cluster. */
export function startControllers(): void {
  for (const name of controllers) startComponent(name)
}

/**
 * Fills the API server with nodes, pods that are bound to them, and a balloon for each. nodesize is installed, and the
 * controllers are stopped.
 */
export async function fill(api: Api, fleet: Fleet): Promise<void> {
  await api.postAll(
    namespaces.map((name) => ({
      path: '/api/v1/namespaces',
      body: { metadata: { name, labels: { [label.key]: label.value } } },
    })),
  )
  // Their controller does not run.
  await api.postAll(
    namespaces.map((name) => ({
      path: `/api/v1/namespaces/${name}/serviceaccounts`,
      body: { metadata: { name: 'default' } },
    })),
  )
  await api.postAll(numbers(fleet.nodes).map((i) => ({ path: '/api/v1/nodes', body: nodeObject(i) })))
  const path = `/apis/apps/v1/namespaces/${defaultNamespace}/daemonsets/${balloon.daemonSet}`
  const daemonSet = await api.get<DaemonSet>(path)
  await api.postAll(numbers(fleet.nodes).map((i) => balloonOn(i, daemonSet)))
  await api.postAll(podsOf(fleet))
}

/** Deletes all that `fill` made. */
export async function empty(api: Api): Promise<void> {
  const selector = `labelSelector=${label.key}%3D${label.value}`
  const now = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 }
  // The API server deletes the objects of a collection one after the other.
  await Promise.all(
    [...namespaces, defaultNamespace].map((namespace) =>
      api.delete(`/api/v1/namespaces/${namespace}/pods?${selector}`, now),
    ),
  )
  await api.delete(`/api/v1/nodes?${selector}`)
  for (const name of namespaces) await api.delete(`/api/v1/namespaces/${name}`)
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

function* podsOf({ nodes, podsPerNode }: Fleet): Generator<{ path: string; body: object }> {
  for (let node = 0; node < nodes; node++) for (let i = 0; i < podsPerNode; i++) yield podObject(node, i)
}

/** As the controller of the DaemonSet makes it. */
function balloonOn(
  i: number,
  { metadata: { name, uid }, spec: { template } }: DaemonSet,
): { path: string; body: object } {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid, controller: true, blockOwnerDeletion: true }
  const body = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${name}-${nodeName(i)}`,
      labels: { ...template.metadata.labels, [label.key]: label.value },
      ownerReferences: [owner],
    },
    spec: { ...template.spec, nodeName: nodeName(i) },
  }
  return { path: `/api/v1/namespaces/${defaultNamespace}/pods`, body }
}
