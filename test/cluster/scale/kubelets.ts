import pMap from 'p-map'
import { balloon, defaultNamespace } from '../../../src/lib/names.ts'
import type { Api } from '../api.ts'

interface Pod {
  readonly metadata: { readonly name: string; readonly generation: number }
  readonly spec: {
    readonly nodeName?: string
    readonly containers: readonly [{ readonly image: string; readonly resources: { readonly requests: object } }]
  }
  readonly status: { readonly observedGeneration?: number }
}

interface PodEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: Pod
}

const path = `/api/v1/namespaces/${defaultNamespace}/pods`
const selector = `labelSelector=${balloon.podLabel.key}%3D${balloon.podLabel.value}`

/**
 * The kubelets of nodes that are Node objects only: they run each balloon, and grant each resize at once. They answer for
 * the nodes whose names begin with `prefix`.
 */
export async function startKubelets(api: Api, prefix: string): Promise<AsyncDisposable> {
  const ending = new AbortController()
  const { items, metadata } = await api.get<{ items: Pod[]; metadata: { resourceVersion: string } }>(
    `${path}?${selector}`,
  )
  const isOurs = ({ spec, metadata, status }: Pod): boolean =>
    spec.nodeName?.startsWith(prefix) === true && status.observedGeneration !== metadata.generation
  await pMap(items.filter(isOurs), (pod) => grant(api, pod), { concurrency: 40 })
  const answering = answer()
  async function answer(): Promise<void> {
    const changes = `${path}?${selector}&watch=true&resourceVersion=${metadata.resourceVersion}`
    for await (const { type, object } of api.watch<PodEvent>(changes, ending.signal))
      if ((type === 'ADDED' || type === 'MODIFIED') && isOurs(object)) void grant(api, object).catch(() => undefined)
  }
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await answering
    },
  }
}

/** A pod that is gone by then needs no answer. */
async function grant(api: Api, { metadata: { name, generation }, spec }: Pod): Promise<void> {
  const [{ image, resources }] = spec.containers
  const since = '2026-01-01T00:00:00Z'
  const container = {
    ...{ name: balloon.container, image, imageID: image, ready: true, started: true, restartCount: 0 },
    ...{ containerID: `containerd://${name}`, state: { running: { startedAt: since } } },
    ...{ allocatedResources: resources.requests, resources },
  }
  const conditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(
    (type) => ({ type, status: 'True', lastTransitionTime: since }),
  )
  await api.mergePatch(`${path}/${name}/status`, {
    status: { phase: 'Running', observedGeneration: generation, conditions, containerStatuses: [container] },
  })
}
