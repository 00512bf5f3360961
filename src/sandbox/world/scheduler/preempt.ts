import { type Amounts, add, none } from '../../core/accounting/amounts.ts'
import { type Node, type Pod, timestamp } from '../../core/model/object.ts'
import { removeObject } from '../../core/remove.ts'
import { withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import type { World } from '../runtime/world.ts'
import { misfits } from './fit.ts'
import { type Ledger, priorityOf } from './ledger.ts'

interface Plan {
  readonly node: string
  readonly victims: readonly Pod[]
}

/**
 * Makes room for a pod by deleting pods of lower priority on the node where that does the least harm. Returns that
 * node, or undefined if preemption does not help or is already under way.
 */
export function preempt(world: World, pod: Pod, ledger: Ledger): string | undefined {
  if (!mayPreempt(pod, ledger)) return undefined
  const podsOn = (node: string) => ledger.podsOn(node).filter(({ spec }) => spec.nodeName)
  if (isUnderWay(pod, podsOn(pod.status?.nominatedNodeName ?? ''))) return undefined
  const requestsOf = (each: Pod) => ledger.requestsOf(each)
  const nodes = world.api.store.list('nodes') as readonly Node[]
  const plans = nodes.flatMap((node) => planFor(pod, node, { pods: podsOn(node.metadata.name), requestsOf }))
  const best = plans.sort((one, other) => harmOf(one) - harmOf(other) || one.victims.length - other.victims.length)[0]
  for (const victim of best?.victims ?? []) evict(world, victim, pod)
  return best?.node
}

/** Whether there are pods that this pod may preempt. */
export const mayPreempt = (pod: Pod, ledger: Ledger): boolean =>
  pod.spec.preemptionPolicy !== 'Never' && ledger.hasBelow(priorityOf(pod))

const isUnderWay = (pod: Pod, others: readonly Pod[]): boolean =>
  others.some((other) => other.metadata.deletionTimestamp !== undefined && priorityOf(other) < priorityOf(pod))

const harmOf = ({ victims }: Plan): number => Math.max(...victims.map(priorityOf))

/** The pods on a node, and how to count them. */
interface NodePods {
  readonly pods: readonly Pod[]
  readonly requestsOf: (pod: Pod) => Amounts
}

/** The fewest and least important victims that make enough room; more important pods are reprieved first. */
function planFor(pod: Pod, node: Node, { pods, requestsOf }: NodePods): Plan[] {
  const victims = new Set(pods.filter((other) => priorityOf(other) < priorityOf(pod)))
  const fits = () => {
    const left = pods.filter((other) => !victims.has(other))
    const usage = { amounts: left.map(requestsOf).reduce(add, none), pods: left.length }
    return misfits({ spec: pod.spec, requests: requestsOf(pod) }, node, usage).length === 0
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
