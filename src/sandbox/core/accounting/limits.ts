import type { Release } from '../model/api.ts'
import { aggregate, type Counted, isInfeasible, type Part } from './aggregate.ts'
import type { Amounts } from './amounts.ts'
import { empty, listOf, maximum, plus, type ResourceList, rounded } from './resource-list.ts'
import { since } from './since.ts'

/** What a ResourceQuota charges for limits (k8s.io/component-helpers/resource, PodLimits, with UseStatusResources). */
export function limitsForQuota(pod: Counted, { minor }: Pick<Release, 'minor'>): Amounts {
  const containers = minor < since.resize ? aggregate(pod, asked) : whileResized(pod, minor)
  const podLevel = minor < since.podLevel ? empty : listOf(pod.spec.resources?.limits)
  return rounded(withOverhead(new Map([...containers, ...podLevel]), listOf(pod.spec.overhead)))
}

const asked = ({ container }: Part): ResourceList => listOf(container.resources?.limits)

function whileResized(pod: Counted, minor: number): ResourceList {
  const infeasible = isInfeasible(pod)
  if (minor < since.sumsFirst)
    return aggregate(pod, (part) => {
      const { status, isInit } = part
      if (isInit || status?.resources === undefined) return asked(part)
      const actual = listOf(status.resources.limits)
      return infeasible ? actual : maximum(asked(part), actual)
    })
  const actual = aggregate(pod, (part) => {
    const limits = part.status?.resources?.limits
    if (limits !== undefined) return listOf(limits)
    return infeasible ? empty : asked(part)
  })
  return infeasible ? actual : maximum(aggregate(pod, asked), actual)
}

/** Overhead is added only to resources that have a limit. */
const withOverhead = (limits: ResourceList, overhead: ResourceList): ResourceList =>
  plus(limits, new Map(overhead.entries().filter(([resource]) => (limits.get(resource) ?? 0n) !== 0n)))
