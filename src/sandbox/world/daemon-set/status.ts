import { type DaemonSet, type Pod, sameJson } from '../../core/model/object.ts'
import { conditionOf } from '../runtime/conditions.ts'
import type { World } from '../runtime/world.ts'
import { hashOf } from './revision.ts'

interface Seen {
  readonly byNode: ReadonlyMap<string, readonly Pod[]>
  /** Nodes that need a pod. */
  readonly wanted: ReadonlySet<string>
  readonly hash: string
}

const isReady = (pod: Pod): boolean => conditionOf(pod, 'Ready')?.status === 'True'

/** Updates the counts. A resized pod counts as up to date, because only the hash label is compared. */
export function setStatus({ api }: World, set: DaemonSet, { byNode, wanted, hash }: Seen): void {
  const count = (test: (pods: readonly Pod[]) => boolean): number =>
    [...wanted].filter((node) => test(byNode.get(node) ?? [])).length
  const current = count((pods) => pods.length > 0)
  const ready = count((pods) => pods.some(isReady))
  const status = {
    currentNumberScheduled: current,
    numberMisscheduled: [...byNode.keys()].filter((node) => !wanted.has(node)).length,
    desiredNumberScheduled: wanted.size,
    numberReady: ready,
    observedGeneration: set.metadata.generation ?? 1,
    updatedNumberScheduled: count((pods) => pods.some((pod) => hashOf(pod) === hash)),
    numberAvailable: ready,
    ...(wanted.size > ready && { numberUnavailable: wanted.size - ready }),
  }
  const { namespace = '', name } = set.metadata
  const latest = api.store.get({ resource: 'daemonsets', namespace, name }) as DaemonSet | undefined
  if (latest === undefined || sameJson(latest.status, status)) return
  api.store.put('daemonsets', { ...latest, status } as DaemonSet)
}
