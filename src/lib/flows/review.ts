import { check } from '../config/check.ts'
import { digest } from '../config/digest.ts'
import type { ConfigDocument } from '../config/document.ts'
import { mergeFindings, type ReleaseFinding } from '../config/merge-findings.ts'
import { newest, oldest, type Release, releaseOfKubelet, releases } from '../config/releases.ts'
import type { Reading } from '../config/tree.ts'
import type { Node } from '../sizing/objects.ts'

export interface Review {
  readonly releases: readonly Release[]
  readonly findings: readonly ReleaseFinding[]
  readonly document: ConfigDocument | undefined
  readonly digest: string | undefined
  /** What the versions of the nodes make uncertain. */
  readonly warnings: readonly string[]
}

/** What the kubelets of these releases would say to a document; each finding once. */
export function review(reading: Reading, wanted: readonly Release[]): Omit<Review, 'warnings'> {
  const checked = wanted.map((release) => check(reading, release))
  const document = checked.find((one) => one.document !== undefined)?.document
  return { releases: wanted, findings: mergeFindings(checked), document, digest: document && digest(document) }
}

/** The same for the kubelets of some nodes; without nodes, for the newest release known. */
export function reviewForNodes(reading: Reading, nodes: readonly Node[]): Review {
  const { found, warnings } = releasesOfNodes(nodes)
  return { ...review(reading, found.length === 0 ? [newest] : found), warnings }
}

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
