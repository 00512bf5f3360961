import type { Quantities } from './quantities.ts'

/**
 * The parts of Kubernetes objects that sizing reads, as the API server sends them (quantities and times as strings).
 * @kubernetes/client-node's V1Node and V1Pod are compatible, except for times, which they convert to Date.
 */
export interface Node {
  readonly name: string
  readonly uid: string
  readonly labels: Readonly<Record<string, string>>
  readonly allocatable: Quantities
  readonly ready: boolean
  /** Such as v1.36.3. */
  readonly kubeletVersion: string
  readonly operatingSystem: string
}
