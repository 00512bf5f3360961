import type { Node } from '../api/node.ts'
import { type Checked, checkForEach } from '../kubelet/check/check.ts'
import type { DocumentRefused, KubeletFact } from '../kubelet/check/kubelet-fact.ts'
import { mergeFindings, type ReleaseFinding } from '../kubelet/check/merge-findings.ts'
import { digest } from '../kubelet/compare/digest.ts'
import type { ConfigDocument } from '../kubelet/model/document.ts'
import type { Finding } from '../kubelet/model/finding.ts'
import type { Reading } from '../kubelet/model/reading.ts'
import { newest, type Release } from '../kubelet/model/releases.ts'
import { releasesOfNodes } from './releases-of-nodes.ts'
import type { ReviewFact } from './review-fact.ts'

/** A release whose kubelet could not run on a document. */
export interface Unusable {
  readonly release: Release
  /** What stops it: never empty. */
  readonly findings: readonly Finding[]
}

/** What the kubelets of some releases would say to a document. */
export interface Review {
  /** Oldest first. */
  readonly releases: readonly Release[]
  /** Each finding once. */
  readonly findings: readonly ReleaseFinding[]
  /** Oldest release first. */
  readonly unusable: readonly Unusable[]
  /** undefined when no kubelet could decode it. */
  readonly document: ConfigDocument | undefined
  /** undefined with `document`. */
  readonly digest: string | undefined
}

export interface NodesReview extends Review {
  /** What the versions of the nodes make uncertain. */
  readonly warnings: readonly ReviewFact[]
}

export function review(reading: Reading, wanted: readonly Release[]): Review {
  const checked = checkForEach(reading, wanted)
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
export function reviewForNodes(reading: Reading, nodes: readonly Node[]): NodesReview {
  const { found, warnings } = releasesOfNodes(nodes)
  return { ...review(reading, found.length === 0 ? [newest] : found), warnings }
}

/** Of what no release could read: the same for all of them, so none is named. */
export const reviewUnread = (reading: Reading): Review => ({ ...review(reading, [newest]), releases: [] })

/** Why nobody should get a document: all its errors; undefined without any. */
export function refusalOf(
  subject: DocumentRefused['subject'],
  { findings, releases }: Review,
): DocumentRefused | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return errors.length === 0 ? undefined : { reason: 'DocumentRefused', subject, findings: errors, releases }
}

/** The same, and what is less bad, one by one: for a document that somebody lets through. */
export const problemsIn = (
  subject: DocumentRefused['subject'],
  { findings, releases }: Review,
): readonly KubeletFact[] =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => ({ reason: 'DocumentProblem', subject, finding, releases }))
