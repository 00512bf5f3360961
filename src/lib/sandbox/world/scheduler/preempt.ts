import { effectiveRequests } from '../../../sizing/accounting.ts'
import { add, none } from '../../../sizing/amounts.ts'
import { type Node, type Pod, timestamp } from '../../core/object.ts'
import { removeObject } from '../../core/remove.ts'
import { record } from '../events.ts'
import { isFinished } from '../kubelet/phases.ts'
import { withCondition } from '../kubelet/status.ts'
import type { World } from '../world.ts'
import { misfits } from './fit.ts'

interface Plan {
  readonly node: string
  readonly victims: readonly Pod[]
}

const priorityOf = ({ spec }: Pod): number => spec.priority ?? 0

/**
 * Makes room for a pod by deleting pods of lower priority, on the node where that does the least harm. The node; or
 * undefined where nothing helps, or where room is being made already.
 */
export function preempt(world: World, pod: Pod): string | undefined {
  if (pod.spec.preemptionPolicy === 'Never') return undefined
  const { store } = world.api
  const byNode = Map.groupBy(
    (store.list('pods') as readonly Pod[]).filter((other) => other.spec.nodeName && !isFinished(other)),
    (other) => other.spec.nodeName,
  )
  if (isUnderWay(pod, byNode.get(pod.status?.nominatedNodeName))) return undefined
  const plans = (store.list('nodes') as readonly Node[]).flatMap((node) =>
    planFor(pod, node, byNode.get(node.metadata.name) ?? []),
  )
  const best = plans.sort((one, other) => harmOf(one) - harmOf(other) || one.victims.length - other.victims.length)[0]
  for (const victim of best?.victims ?? []) evict(world, victim, pod)
  return best?.node
}

const isUnderWay = (pod: Pod, others: readonly Pod[] = []): boolean =>
  others.some((other) => other.metadata.deletionTimestamp !== undefined && priorityOf(other) < priorityOf(pod))

const harmOf = ({ victims }: Plan): number => Math.max(...victims.map(priorityOf))

/** The fewest and least important pods whose end would let the pod in; the more important are spared first. */
function planFor(pod: Pod, node: Node, pods: readonly Pod[]): Plan[] {
  const victims = new Set(pods.filter((other) => priorityOf(other) < priorityOf(pod)))
  const fits = () => {
    const left = pods.filter((other) => !victims.has(other))
    const usage = { amounts: left.map(effectiveRequests).reduce(add, none), pods: left.length }
    return misfits({ spec: pod.spec, requests: effectiveRequests(pod) }, node, usage).length === 0
  }
  if (victims.size === 0 || !fits()) return []
  for (const victim of [...victims].sort((one, other) => priorityOf(other) - priorityOf(one))) {
    victims.delete(victim)
    if (!fits()) victims.add(victim)
  }
  return [{ node: node.metadata.name, victims: [...victims] }]
}

function evict(world: World, victim: Pod, pod: Pod): void {
  const { api } = world
  const condition = {
    status: 'True',
    lastTransitionTime: timestamp(api.now()),
    reason: 'PreemptionByScheduler',
    message: 'default-scheduler: preempting to accommodate a higher priority pod',
  }
  const conditions = withCondition(victim.status?.conditions, 'DisruptionTarget', condition)
  const object = api.store.put('pods', { ...victim, status: { ...victim.status, conditions } } as Pod)
  const message = `Preempted by pod ${pod.metadata.uid} on node ${victim.spec.nodeName}`
  record(world, { about: victim, type: 'Normal', reason: 'Preempted', message, component: 'default-scheduler' })
  removeObject(api, { resource: 'pods', object })
}
