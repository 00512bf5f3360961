import { type Node, type Pod, timestamp } from '../core/model/object.ts'
import { startHeartbeats } from './heartbeats.ts'
import { Kubelet } from './kubelet/kubelet.ts'
import { conditionOf, withCondition } from './runtime/conditions.ts'
import { isFinished } from './runtime/phases.ts'
import type { World } from './runtime/world.ts'

/**
 * Milliseconds until the node of a stopped kubelet is not ready (--node-monitor-grace-period), or ready after a start.
 */
const noticed = { lost: 45_000, found: 1000 } as const
const unreachable = { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }

export interface Kubelets {
  stop(node: string): void
  start(node: string): void
  /** Whether it is not stopped. */
  runs(node: string): boolean
}

/** Runs a kubelet for each node, and passes changes of pods to the kubelet of their node. */
export function startKubelets(world: World): Kubelets {
  const { store } = world.api
  const kubelets = new Map<string, Kubelet>()
  const stopped = new Set<string>()
  const cancel = new Map<string, () => void>()
  const of = (node: string): Kubelet => {
    const kubelet = kubelets.get(node) ?? new Kubelet(world, node)
    kubelets.set(node, kubelet)
    return kubelet
  }
  const isNode = (name: string): boolean => store.get({ resource: 'nodes', namespace: '', name }) !== undefined
  store.listen(({ resource, object, previous }) => {
    if (resource !== 'pods') return
    // A backup of etcd can have a pod that was not bound yet, or to another node.
    for (const nodeName of new Set([previous, object].map((pod) => (pod as Pod | undefined)?.spec.nodeName)))
      if (nodeName && (kubelets.has(nodeName) || isNode(nodeName))) of(nodeName).changed(object as Pod)
  })
  const reportLater = (node: string, what: keyof typeof reports): void => {
    cancel.get(node)?.()
    cancel.set(
      node,
      world.queue.after(noticed[what], () => report(world, node, what)),
    )
  }
  startHeartbeats(world, (node) => !stopped.has(node))
  return {
    runs: (node) => !stopped.has(node),
    stop(node) {
      if (stopped.has(node)) return
      stopped.add(node)
      of(node).stop()
      reportLater(node, 'lost')
    },
    start(node) {
      if (!stopped.delete(node)) return
      of(node).start()
      reportLater(node, 'found')
    },
  }
}

const reports = {
  lost: { status: 'Unknown', reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' },
  found: { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
} as const

function report({ api }: World, name: string, what: keyof typeof reports): void {
  const node = api.store.get({ resource: 'nodes', namespace: '', name }) as Node | undefined
  const ready = node?.status?.conditions?.find(({ type }) => type === 'Ready')
  if (node === undefined || ready?.status === reports[what].status) return
  const at = timestamp(api.now())
  const conditions = node.status?.conditions?.map((condition) =>
    condition.type === 'Ready' ? { ...condition, ...reports[what], lastTransitionTime: at } : condition,
  )
  markPods(api, name, what === 'lost' ? 'False' : 'True')
  const others = (node.spec?.taints ?? []).filter(({ key }) => key !== unreachable.key)
  const taints = what === 'lost' ? [...others, unreachable] : others
  const spec = { ...node.spec, taints: taints.length === 0 ? undefined : taints }
  api.store.put('nodes', { ...node, spec, status: { ...node.status, conditions } } as Node)
}

/** Pods of a lost node are not ready (pkg/controller/util/node, MarkPodsNotReady). */
function markPods({ store, now }: World['api'], nodeName: string, status: 'True' | 'False'): void {
  for (const pod of (store.list('pods') as readonly Pod[]).filter(({ spec }) => spec.nodeName === nodeName)) {
    const ready = conditionOf(pod, 'Ready')
    if (ready === undefined || ready.status === status || isFinished(pod)) continue
    const conditions = withCondition(pod.status?.conditions, 'Ready', {
      ...ready,
      status,
      lastTransitionTime: timestamp(now()),
    })
    store.put('pods', { ...pod, status: { ...pod.status, conditions } } as Pod)
  }
}
