import type { Quantities } from './quantities.ts'

/**
 * The parts of Kubernetes objects that sizing reads, as the API server sends them (quantities and times as text).
 * @kubernetes/client-node's V1Node and V1Pod fit, but for times, which they turn into Date.
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
