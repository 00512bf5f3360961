import type { Node } from '../../api/node.ts'
import { type Checked, type CheckOptions, checkForEach } from '../../kubelet/check/check.ts'
import { mergeFindings, type ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import { releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import type { ReviewFact } from '../../nodes/review-messages.ts'
import type { Together } from '../../offline/read/document-report.ts'

/** A release whose kubelet could not run on a document. */
export interface Unusable {
  readonly release: Release
  /** The findings that stop it: never empty. */
  readonly findings: readonly Finding[]
}

/** The verdict of the kubelets of some releases on a document. */
export interface Review {
  /** Oldest first. */
  readonly releases: readonly Release[]
  /** Each finding once. */
  readonly findings: readonly ReleaseFinding[]
  /** Oldest release first. */
  readonly unusable: readonly Unusable[]
  /** undefined when no kubelet could decode it. */
  readonly document: ConfigDocument | undefined
  /** undefined when `document` is. */
  readonly digest: string | undefined
}

export interface NodesReview extends Review {
  /** The nodes whose release is a guess. */
  readonly warnings: readonly ReviewFact[]
}

export interface ReviewOptions extends CheckOptions {
  /** Judges a document merged with drop-ins, in place of the document alone. */
  readonly together?: Together | undefined
}

export function review(reading: Reading, wanted: readonly Release[], options: ReviewOptions = {}): Review {
  const checkIn = options.together?.check ?? checkForEach
  const checked = checkIn(reading, wanted, options)
  const document = checked.find((one) => one.document !== undefined)?.document
  return {
    releases: wanted,
    findings: mergeFindings(checked),
    unusable: checked.flatMap(unusableOn),
    document,
    digest: document && digest(document),
  }
}

function unusableOn({ release, findings }: Checked): readonly Unusable[] {
  const fatal = findings.filter((finding) => finding.fatal)
  return fatal.length === 0 ? [] : [{ release, findings: fatal }]
}

/** For the kubelets of some nodes; without nodes, for the newest release known. */
export function reviewForNodes(reading: Reading, nodes: readonly Node[], options: ReviewOptions = {}): NodesReview {
  const { found, warnings } = releasesOfNodes(nodes)
  return { ...review(reading, found.length === 0 ? [newest] : found, options), warnings }
}

/** For a document that no release can read. The findings are the same for all releases, so none is named. */
export const reviewUnread = (reading: Reading): Review => ({ ...review(reading, [newest]), releases: [] })
