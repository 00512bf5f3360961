import type { Node } from '../api/node.ts'
import { nodeSubject } from '../fact.ts'
import { newest, oldest, type Release, releaseOfKubelet, releases } from '../kubelet/model/releases.ts'
import type { ReviewFact } from './review-fact.ts'

interface ReleasesOfNodes {
  /** Oldest first. */
  readonly found: readonly Release[]
  /** The nodes whose release is a guess. */
  readonly warnings: readonly ReviewFact[]
}

/** The release that a node's kubelet is treated as. */
export const releaseOf = ({ kubeletVersion }: Node): Release => releaseOfKubelet(kubeletVersion)?.release ?? oldest

export function releasesOfNodes(nodes: readonly Node[]): ReleasesOfNodes {
  const wanted = new Set(nodes.map(releaseOf))
  return { found: releases.filter((release) => wanted.has(release)), warnings: nodes.flatMap(releaseWarnings) }
}

function releaseWarnings({ name, kubeletVersion }: Node): readonly ReviewFact[] {
  const kubelet = releaseOfKubelet(kubeletVersion)
  const about = { subject: nodeSubject(name), kubeletVersion }
  if (kubelet === undefined) return [{ reason: 'KubeletOlderThanKnown', ...about, checkedAs: oldest }]
  return kubelet.newerThanKnown ? [{ reason: 'KubeletNewerThanKnown', ...about, checkedAs: newest }] : []
}
