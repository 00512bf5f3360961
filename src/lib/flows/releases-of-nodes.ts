import type { Node } from '../api/node.ts'
import { newest, oldest, type Release, releaseOfKubelet, releases } from '../kubelet/model/releases.ts'

/** The releases of the kubelets of nodes, oldest first, and which of them could only be guessed at. */
export function releasesOfNodes(nodes: readonly Node[]): { found: readonly Release[]; warnings: readonly string[] } {
  const warnings: string[] = []
  const wanted = new Set<Release>()
  for (const node of nodes) {
    const kubelet = releaseOfKubelet(node.kubeletVersion)
    wanted.add(kubelet?.release ?? oldest)
    if (kubelet === undefined)
      warnings.push(
        `node ${node.name}: kubelet ${node.kubeletVersion} is older than ${oldest}, the oldest known; checked as that`,
      )
    else if (kubelet.newerThanKnown)
      warnings.push(
        `node ${node.name}: kubelet ${node.kubeletVersion} is newer than ${newest}, the newest known; checked as that`,
      )
  }
  return { found: releases.filter((release) => wanted.has(release)), warnings }
}
