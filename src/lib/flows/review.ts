import type { Node } from '../api/node.ts'
import type { Failure } from '../failure.ts'
import { check } from '../kubelet/check/check.ts'
import { mergeFindings, type ReleaseFinding } from '../kubelet/check/merge-findings.ts'
import { digest } from '../kubelet/compare/digest.ts'
import type { ConfigDocument } from '../kubelet/model/document.ts'
import type { Reading } from '../kubelet/model/reading.ts'
import { newest, type Release } from '../kubelet/model/releases.ts'
import { findingText, placeIn, unusable } from '../words/finding-words.ts'
import { releasesOfNodes } from './releases-of-nodes.ts'

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

const errorsOf = ({ findings }: Review) => findings.filter(({ severity }) => severity === 'error')

/** Why nobody should get a document: a Failure 'invalid' with all its errors; undefined without any. */
export function refusalOf(file: string, reviewed: Review, suggestions: readonly string[]): Failure | undefined {
  const errors = errorsOf(reviewed)
  return errors.length === 0 ? undefined : unusable(file, errors, reviewed.releases, suggestions)
}

/** The same, and what is less bad, as warnings: for a document that somebody lets through. */
export const problemsIn = (file: string, { findings, releases }: Review): string[] =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => `${placeIn(file, finding)}: ${findingText(finding, releases)}`)

/** What no release could read: the same for all of them. */
export const reviewUnread = (reading: Reading): Review => ({ ...reviewForNodes(reading, []), releases: [] })
