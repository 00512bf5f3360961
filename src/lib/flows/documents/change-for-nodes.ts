import type { Node } from '../../api/node.ts'
import { configMapOf } from '../../documents/target.ts'
import type { ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import { type Change, diff } from '../../kubelet/compare/diff.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type Assessment, assessForAll } from '../../kubelet-changes/assess.ts'
import { releasesOfNodes } from '../releases-of-nodes.ts'
import type { Review } from '../review.ts'
import type { DocumentFact } from './document-fact.ts'
import type { Inspection } from './inspect.ts'

/** Kubelets that would not start with a document, and why. */
export interface Obstacle {
  readonly releases: readonly Release[]
  readonly findings: readonly ReleaseFinding[]
}

/** What changes for the nodes of a target that get another document. */
export interface ChangeForNodes {
  /**
   * The ConfigMap that they get now: the target's own, else the global one; undefined when there is nothing to compare.
   */
  readonly comparedWith: string | undefined
  /**
   * By field, with the defaults of their kubelets filled in on both sides, so that a field that changes nothing is
   * omitted. When there is nothing to compare with, every field that is set counts as new. Empty for a document that no
   * kubelet can decode.
   */
  readonly changes: readonly Change[]
  /** undefined when all their kubelets would start with it. */
  readonly obstacle: Obstacle | undefined
  /**
   * For the nodes whose kubelets would start. undefined when their current configuration is unknown, or when no kubelet
   * would start.
   */
  readonly assessment: Assessment | undefined
  /** The reason why the current document cannot be compared by field. */
  readonly warnings: readonly DocumentFact[]
}

interface Intent {
  /** What the nodes get now. */
  readonly now: Inspection | undefined
  /** undefined when nodes may not be listed; there may be some. */
  readonly nodes: readonly Node[] | undefined
  readonly after: Pick<Review, 'document' | 'releases' | 'findings'>
}

export function changeForNodes({ now, nodes, after }: Intent): ChangeForNodes {
  const { document } = after
  const before = now?.document
  const { obstacle, usable } = usability(after, nodes)
  const comparable = before && document ? { before, after: document } : undefined
  const assessed = comparable && usable.length > 0 ? assessForAll(usable, comparable) : undefined
  return {
    comparedWith: comparable && now?.stored.name,
    changes: assessed?.changes.map(asChange) ?? (document ? diff(before, document) : []),
    obstacle,
    assessment: assessed && comparable && nodes?.length === 0 ? assessForAll([], comparable) : assessed,
    warnings:
      document && now?.flaw && before === undefined
        ? [{ reason: 'NotComparable', subject: configMapOf(now.stored.target), because: now.flaw }]
        : [],
  }
}

/** Without the disruption, which is assessed for all changes together. */
const asChange = ({ path, before, after }: Change): Change => ({
  path,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

interface Usability extends Pick<ChangeForNodes, 'obstacle'> {
  /** The releases whose kubelets would start with it. */
  readonly usable: readonly Release[]
}

/** For the kubelets of these nodes; without nodes, for the releases that it was reviewed for. */
function usability({ findings, releases }: Intent['after'], nodes: Intent['nodes'] = []): Usability {
  const own = nodes.length === 0 ? releases : releasesOfNodes(nodes).found
  const fatal = findings.filter((finding) => finding.fatal && finding.releases.some((release) => own.includes(release)))
  const refuses = (release: Release) => fatal.some((finding) => finding.releases.includes(release))
  return {
    usable: own.filter((release) => !refuses(release)),
    obstacle: fatal.length === 0 ? undefined : { releases: own.filter(refuses), findings: fatal },
  }
}

/** Several targets can share the document that they get now; each fact about it is reported once. */
export const oncePerSubject = (facts: readonly DocumentFact[]): readonly DocumentFact[] => [
  ...new Map(facts.map((fact) => [`${fact.reason} ${'subject' in fact ? fact.subject.name : ''}`, fact])).values(),
]
