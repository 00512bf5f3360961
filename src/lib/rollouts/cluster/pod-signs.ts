import type { Pod } from '../../api/pod.ts'
import { foldList } from '../../cluster/http/paging.ts'
import type { Rest } from '../../cluster/http/rest.ts'
import { boundTo } from '../../cluster/resources/nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { type PodSign, signOfEnded, signOfUnfinished } from '../pod-sign.ts'
import type { PodSigns } from '../ports/pod-signs.ts'

/** Signs of the pods of a cluster, without keeping the pods. */
export function podSignsOver(rest: Rest): PodSigns {
  async function list(fieldSelector: string, signOf: (pod: Pod) => PodSign | undefined, limits: Limits) {
    const listing = { path: '/api/v1/pods', fieldSelector, resourceVersion: '0', protobuf } as const
    const add = (found: PodSign[], pod: Pod): void => void found.push(...[signOf(pod) ?? []].flat())
    return (await foldList<Pod, PodSign[]>(rest, { listing, begin: () => [], add }, limits)).sum
  }
  return {
    ofEnded: (limits) => list('status.phase!=Pending,status.phase!=Running', signOfEnded, limits),
    ofUnfinished: (node, limits) => list(boundTo(node), signOfUnfinished, limits),
  }
}

const protobuf = async () => (await import('../../cluster/protobuf/pod-list.ts')).podList
