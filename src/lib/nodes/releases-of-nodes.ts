import type { Node } from '../api/node.ts'
import { newest, oldest, type Release, releaseOfKubelet, releases } from '../kubelet/model/releases.ts'
import { nodeSubject } from '../message/fact.ts'
import { KubeletNewerThanKnown, KubeletOlderThanKnown, type ReviewFact } from './review-messages.ts'

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
  if (kubelet === undefined) return [KubeletOlderThanKnown({ ...about, checkedAs: oldest })]
  return kubelet.newerThanKnown ? [KubeletNewerThanKnown({ ...about, checkedAs: newest })] : []
}
