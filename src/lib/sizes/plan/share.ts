import { type Amounts, each, type Resource, resources, smaller, subtract, sum } from '../../pods/amounts.ts'
import type { NodeSize } from '../model/node-size.ts'
import { pendingSizeOf } from './plan.ts'

/** A node of a host, and the size that it is to have. */
export interface Share {
  readonly measured: NodeSize
  readonly target: Amounts
}

export const nameOf = ({ measured }: Share): string => measured.node.name

export const grows = ({ measured, target }: Share): boolean => {
  const pending = pendingSizeOf(measured)
  return resources.some((resource) => target[resource] > pending[resource])
}

/** It has more of something than its share. */
export const exceeds = ({ measured, target }: Share): boolean => {
  const pending = pendingSizeOf(measured)
  return resources.some((resource) => pending[resource] > target[resource])
}

/** As small as the node will be, and no larger than it is. */
export const shrunk = ({ measured, target }: Share): Share => ({
  measured,
  target: smaller(pendingSizeOf(measured), target),
})

/** It gets more of something, and less of nothing. */
export const onlyGrows = (share: Share): boolean => grows(share) && !exceeds(share)

/** A node that does not get larger, because others hold what it needs of the host. */
export interface Withheld {
  readonly share: Share
  readonly lacking: readonly Resource[]
  /** Names of the nodes that are larger than their share. */
  readonly holders: readonly string[]
}

export interface Growth {
  readonly fitting: readonly Share[]
  readonly withheld: readonly Withheld[]
}

/**
 * Which nodes can get as large as their share now: with all of them, the nodes together do not exceed the host. The first
 * ones come first. `growing` is a part of `all`, and none of it exceeds its share.
 */
export function growthIn(host: Amounts, { all, growing }: Record<'all' | 'growing', readonly Share[]>): Growth {
  let held = sum(all.map(({ measured }) => pendingSizeOf(measured)))
  const fitting: Share[] = []
  const withheld: Withheld[] = []
  for (const share of growing) {
    const more = subtract(share.target, pendingSizeOf(share.measured))
    const after = each((resource) => held[resource] + more[resource])
    const lacking = resources.filter((resource) => more[resource] > 0n && after[resource] > host[resource])
    if (lacking.length > 0) withheld.push({ share, lacking, holders: holdersOf(lacking, all) })
    else {
      fitting.push(share)
      held = after
    }
  }
  return { fitting, withheld }
}

const holdersOf = (lacking: readonly Resource[], all: readonly Share[]): readonly string[] =>
  all
    .filter(({ measured, target }) => lacking.some((resource) => pendingSizeOf(measured)[resource] > target[resource]))
    .map(nameOf)
