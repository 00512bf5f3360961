import type { Pod } from '../../../src/lib/api/pod.ts'
import { chanceOf } from '../../contract/chance.ts'

type Quantities = Record<string, string>

export interface Kind {
  /** How the resizes that are under way go. */
  readonly directions: 'one container' | 'any'
  /** Whether every container has a whole status, as a kubelet that resizes writes it. */
  readonly reported: 'whole' | 'any'
  readonly infeasible: boolean
}

/** As many pods, the same for the same seed. Amounts are whole millicores and bytes. */
export function randomPods(count: number, seed: number, kind: Kind): Pod[] {
  const random = chanceOf(seed)
  return Array.from({ length: count }, () => randomPod(random, kind))
}

function randomPod(random: () => number, { directions, reported, infeasible }: Kind): Pod {
  const below = (limit: number): number => Math.floor(random() * limit)
  const isLikely = (share: number): boolean => random() < share
  const amounts = (): Quantities => ({
    ...(isLikely(0.9) && { cpu: `${1 + below(4000)}m` }),
    ...(isLikely(0.9) && { memory: `${1 + below(2 ** 20)}Ki` }),
  })
  /** The same resources as these, in other amounts. */
  const others = (like: Quantities): Quantities => {
    const fresh: Quantities = { cpu: `${1 + below(4000)}m`, memory: `${1 + below(2 ** 20)}Ki` }
    return Object.fromEntries(Object.keys(like).map((resource) => [resource, fresh[resource]!]))
  }
  const container = (name: string, restartPolicy?: string) => ({
    name,
    ...(restartPolicy && { restartPolicy }),
    resources: { requests: amounts() },
  })
  const containers = Array.from({ length: 1 + below(3) }, (_, i) => container(`c${i}`))
  const initContainers = Array.from({ length: below(4) }, (_, i) =>
    container(`i${i}`, isLikely(0.5) ? 'Always' : undefined),
  )
  const resized = directions === 'any' ? undefined : below(containers.length)
  const statusOf = ({ name, resources: { requests } }: (typeof containers)[number]) => {
    const moves = directions === 'any' || name === `c${resized}`
    const [allocated, actual] = moves ? [others(requests), others(requests)] : [requests, requests]
    const hasAllocated = reported === 'whole' || isLikely(0.8)
    const hasActual = reported === 'whole' || isLikely(0.8)
    return {
      name,
      ...(hasAllocated && { allocatedResources: allocated }),
      ...(hasActual && { resources: { requests: actual } }),
    }
  }
  const all = containers.map(statusOf)
  const init = initContainers.map((each) =>
    each.restartPolicy === 'Always' && directions === 'any'
      ? statusOf(each)
      : { name: each.name, allocatedResources: each.resources.requests, resources: each.resources },
  )
  const condition = { type: 'PodResizePending', status: 'True', reason: infeasible ? 'Infeasible' : 'Deferred' }
  return {
    metadata: { name: 'p', namespace: 'default', uid: 'u', resourceVersion: '1' },
    spec: { containers, initContainers, ...(isLikely(0.2) && { overhead: { cpu: '50m', memory: '64Mi' } }) },
    status: {
      phase: 'Running',
      ...(isLikely(0.5) || infeasible ? { conditions: [condition] } : {}),
      containerStatuses: reported === 'whole' ? all : all.filter(() => isLikely(0.8)),
      initContainerStatuses: init,
    },
  }
}
