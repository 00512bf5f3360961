import { collectionPath, configMapPath, podPath, podsPath } from '../../../../src/lib/api/kinds.ts'
import type { ObjectBody } from '../../../../src/lib/api/object.ts'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { type Call, mayChange } from '../../../../src/lib/cluster/http/transport.ts'
import { balloon } from '../../../../src/lib/names.ts'
import { bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import { type InstallOptions, installObjects } from '../../../../src/lib/sizes/manifests/manifests.ts'
import { labelledNodes } from '../../../../src/lib/sizes/model/installation.ts'
import { applyResizes, type NodeOutcome } from '../../../../src/lib/sizes/resize/apply-resizes.ts'
import { planResizes, type ResizeRequest } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { clusterOf, limits, type NodeSketch } from '../../cluster/clusters.ts'

export interface Quantities {
  readonly cpu: string
  readonly memory: string
}

/** Until the balloons of a DaemonSet run, or pods have gone. */
const soonMs = 1_000
const podLabel = `${balloon.podLabel.key}=${balloon.podLabel.value}`

/** Nodes with balloons that run. */
export function clusterWithBalloons(...nodes: readonly NodeSketch[]): InProcess {
  const world = clusterOf(...nodes)
  install(world)
  return world
}

/** As nodesize install does it, or once did. */
export function install(world: InProcess, options: Partial<InstallOptions> = {}): void {
  const usual = {
    namespace: 'kube-system',
    image: 'pause',
    nodeSelector: labelledNodes,
    createNamespace: 'no',
  } as const
  for (const object of installObjects({ ...usual, ...options })) make(world, object)
  world.sandbox.advance(soonMs)
}

/** Somebody edits the desired size of a node with kubectl. */
export function keepDesired(world: InProcess, node: string, text: string | null, namespace = 'kube-system'): void {
  world.asAdmin({
    method: 'PATCH',
    path: configMapPath(namespace, bucketOf(node)),
    contentType: 'application/merge-patch+json',
    body: { data: { [node]: text } },
  })
}

/** Plans it, and applies the plan. */
export async function resizeNodes(world: InProcess, request: ResizeRequest): Promise<readonly NodeOutcome[]> {
  return applyResizes(world, await planResizes(world, request, limits), limits)
}

export function make(world: InProcess, object: ObjectBody): void {
  const { apiVersion, kind, metadata } = object
  const path = collectionPath({ apiVersion, kind, namespace: metadata.namespace })
  world.asAdmin({ method: 'POST', path, body: object })
}

/** Binds a pod to a node, past the scheduler. */
export function bindPod(world: InProcess, { name, node = 'node-a', ...requests }: Workload): void {
  const containers = [{ name: 'app', image: 'app', resources: { requests } }]
  make(world, {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } },
    spec: { nodeName: node, containers },
  })
}

/** The same, and it runs. */
export function runPod(world: InProcess, workload: Workload): void {
  bindPod(world, workload)
  world.sandbox.advance(soonMs)
}

interface Workload extends Quantities {
  readonly name: string
  readonly node?: string
}

/** The one balloon of a node. */
export function balloonOf(world: InProcess, node = 'node-a'): Pod {
  const { items } = world.asAdmin<{ items: Pod[] }>({
    ...{ method: 'GET', path: podsPath('kube-system') },
    query: { labelSelector: podLabel, fieldSelector: `spec.nodeName=${node}` },
  })
  if (items.length !== 1) throw new Error(`${node} has ${items.length} balloons`)
  return items[0]!
}

/** Somebody else asks for another size with kubectl. */
export function resizeByHand(world: InProcess, requests: Quantities): void {
  world.asAdmin({
    method: 'PATCH',
    path: `${podPath('kube-system', balloonOf(world).metadata.name)}/resize`,
    contentType: 'application/strategic-merge-patch+json',
    body: { spec: { containers: [{ name: balloon.container, resources: { requests } }] } },
  })
}

/** The same, and the kubelet grants it. */
export function giveBalloon(world: InProcess, requests: Quantities): void {
  resizeByHand(world, requests)
  world.sandbox.advance(soonMs)
}

/** What balloons ask for from now on, each time that it changes, whoever asks. */
export function askedOf(world: InProcess): readonly Quantities[] {
  const asked: Quantities[] = []
  const last = new Map<string, string>()
  const query = { watch: 'true', labelSelector: podLabel }
  const headers = { accept: 'application/json' }
  const user = { name: 'observer', groups: ['system:masters'] }
  const reply = world.sandbox.handle({ method: 'GET', path: podsPath('kube-system'), query, headers, user })
  if (reply.kind !== 'watch') throw new Error(JSON.stringify(reply.body))
  reply.subscribe(
    ({ object }) => {
      const { metadata, spec } = object as Pod
      const requests = spec.containers[0]?.resources?.requests as unknown as Quantities
      const text = JSON.stringify(requests)
      const before = last.get(metadata.uid)
      last.set(metadata.uid, text)
      if (before !== undefined && before !== text) asked.push(requests)
    },
    () => undefined,
  )
  return asked
}

/** Does this request ask for another size, and not only whether it could? */
export const isResize = (call: Call): boolean => call.path.endsWith('/resize') && mayChange(call)

interface Report {
  /** What the kubelet has allocated; what it had without it. */
  readonly granted?: Quantities
  /** What the runtime applies. */
  readonly applied?: Quantities
  readonly conditions: readonly { readonly type: string; readonly reason?: string; readonly message?: string }[]
}

/** What a kubelet reports of a resize, written in its name: the sandbox's kubelets grant and defer only. */
export function reportOf(world: InProcess, { granted, applied, conditions }: Report): void {
  const { metadata, status } = balloonOf(world)
  const { generation: observedGeneration } = metadata
  const [container] = status?.containerStatuses ?? []
  const body = {
    status: {
      observedGeneration,
      conditions: conditions.map((condition) => ({ status: 'True', observedGeneration, ...condition })),
      containerStatuses: [
        {
          ...container,
          ...(granted && { allocatedResources: granted }),
          ...(applied && { resources: { requests: applied } }),
        },
      ],
    },
  }
  const path = `${podPath('kube-system', metadata.name)}/status`
  world.asAdmin({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body })
}
