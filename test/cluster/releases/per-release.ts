import { releaseOfCluster } from '../release.ts'
import type { Release } from '../versions.ts'

/** What a balloon can meet that differs from release to release. */
export interface PerRelease {
  /** Who refuses a balloon that is larger than its node: the API server, with 403, or the kubelet, with a condition. */
  readonly largerThanNode: 'forbidden' | 'infeasible'
  /** Whether the kubelet says, by a generation, which resize it has looked at. */
  readonly observesGenerations: boolean
  /** Whether InPlacePodVerticalScaling may be switched off, or is a part of Kubernetes for good. */
  readonly gate: 'optional' | 'locked'
}

const byRelease: Readonly<Record<Release, PerRelease>> = {
  '1.33': { largerThanNode: 'infeasible', observesGenerations: false, gate: 'optional' },
  '1.34': { largerThanNode: 'infeasible', observesGenerations: true, gate: 'optional' },
  '1.35': { largerThanNode: 'infeasible', observesGenerations: true, gate: 'locked' },
  '1.36': { largerThanNode: 'forbidden', observesGenerations: true, gate: 'locked' },
  '1.37': { largerThanNode: 'forbidden', observesGenerations: true, gate: 'locked' },
}

export const perRelease = byRelease[releaseOfCluster()]
