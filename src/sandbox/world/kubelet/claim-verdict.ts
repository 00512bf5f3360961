import { type Amounts, resources } from '../../core/accounting/amounts.ts'

/** What a kubelet decides about a claim on its node. */
export type ClaimVerdict =
  | { readonly kind: 'granted' }
  | { readonly kind: 'deferred' | 'infeasible'; readonly resource: string; readonly message: string }

export interface Claim {
  readonly asked: Amounts
  /** What the pod has now; undefined for a new pod. */
  readonly held: Amounts | undefined
  /** Amounts granted to the other pods of the node. */
  readonly used: Amounts
  readonly allocatable: Amounts
  /** Minor release of the kubelet. */
  readonly minor: number
}

/** Last minor release whose kubelet refuses a resize that can never fit; later, the API server refuses it. */
const lastInfeasibleMinor = 35

/**
 * All or nothing (pkg/kubelet/lifecycle/predicate.go and allocation_manager.go). A claim that does not increase is
 * granted even on an overcommitted node.
 */
export function judgeClaim({ asked, held, used, allocatable, minor }: Claim): ClaimVerdict {
  if (held !== undefined && resources.every((resource) => asked[resource] <= held[resource])) return { kind: 'granted' }
  const impossible = resources.toReversed().find((resource) => asked[resource] > allocatable[resource])
  if (held !== undefined && impossible !== undefined && minor <= lastInfeasibleMinor)
    return {
      kind: 'infeasible',
      resource: impossible,
      message: `Node didn't have enough capacity: ${impossible}, requested: ${asked[impossible]}, capacity: ${allocatable[impossible]}`,
    }
  const short = resources.find(
    (resource) => asked[resource] > 0n && asked[resource] + used[resource] > allocatable[resource],
  )
  if (short === undefined) return { kind: 'granted' }
  return {
    kind: 'deferred',
    resource: short,
    message: `Node didn't have enough resource: ${short}, requested: ${asked[short]}, used: ${used[short]}, capacity: ${allocatable[short]}`,
  }
}
