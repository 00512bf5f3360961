import { check } from '../config/check.ts'
import { digest } from '../config/digest.ts'
import type { ConfigDocument } from '../config/document.ts'
import type { Finding } from '../config/finding.ts'
import { newest, type Release, releaseOfKubelet, releases } from '../config/releases.ts'
import type { Reading } from '../config/tree.ts'
import type { Node } from '../sizing/objects.ts'

/** A finding, and the releases whose kubelets have it. */
export interface ReleaseFinding extends Finding {
  readonly releases: readonly Release[]
}

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
  const found = new Map<string, { finding: Finding; releases: Release[] }>()
  let document: ConfigDocument | undefined
  for (const release of wanted) {
    const checked = check(reading, release)
    document ??= checked.document
    for (const finding of checked.findings) {
      const key = JSON.stringify([finding.rule, finding.path, finding.line, finding.column, finding.message])
      const entry = found.get(key) ?? { finding, releases: [] }
      entry.releases.push(release)
      found.set(key, entry)
    }
  }
  return {
    releases: wanted,
    findings: [...found.values()]
      .map((entry) => ({ ...entry.finding, releases: entry.releases }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column),
    document,
    digest: document && digest(document),
  }
}

/** The same for the kubelets of some nodes; without nodes, for the newest release known. */
export function reviewForNodes(reading: Reading, nodes: readonly Node[]): Review {
  const warnings: string[] = []
  const wanted = new Set<Release>()
  for (const node of nodes) {
    const kubelet = releaseOfKubelet(node.kubeletVersion)
    wanted.add(kubelet?.release ?? releases[0])
    if (kubelet === undefined)
      warnings.push(
        `node ${node.name}: kubelet ${node.kubeletVersion} is older than ${releases[0]}, the oldest known; checked as that`,
      )
    else if (kubelet.newerThanKnown)
      warnings.push(
        `node ${node.name}: kubelet ${node.kubeletVersion} is newer than ${newest}, the newest known; checked as that`,
      )
  }
  const inOrder = releases.filter((release) => wanted.has(release))
  return { ...review(reading, inOrder.length === 0 ? [newest] : inOrder), warnings }
}
