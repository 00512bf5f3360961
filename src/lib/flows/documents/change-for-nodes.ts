import type { Node } from '../../api/node.ts'
import { type Change, diff } from '../../kubelet/compare/diff.ts'
import { describeReleases, type Release } from '../../kubelet/model/releases.ts'
import { type Assessment, assessForAll } from '../../kubelet-changes/assess.ts'
import { firstReason } from '../../words/finding-words.ts'
import { releasesOfNodes } from '../releases-of-nodes.ts'
import type { Review } from '../review.ts'
import type { Inspection } from './inspect.ts'

/** What becomes of the nodes of a target that gets another document. */
export interface ChangeForNodes {
  /** The ConfigMap that they get now: the target's own, else the global one; undefined when there is nothing to compare. */
  readonly comparedWith: string | undefined
  /** By field; without something to compare with, all counts as new. Empty for a document that no kubelet can decode. */
  readonly changes: readonly Change[]
  /** Which of their kubelets would not start with it, and why; undefined: none. */
  readonly obstacle: string | undefined
  /** What it costs those whose kubelets start, nothing if there are none; undefined when it is not known what they have now, or none starts. */
  readonly assessment: Assessment | undefined
  /** Of what they get now; undefined when no kubelet could decode it. */
  readonly digestNow: string | undefined
  /** That what they get now cannot be compared by field. */
  readonly warnings: readonly string[]
}

interface Intent {
  /** What they get now. */
  readonly now: Inspection | undefined
  /** undefined: nobody may see them, and there may be some. */
  readonly nodes: readonly Node[] | undefined
  readonly after: Pick<Review, 'document' | 'releases' | 'findings'>
}

export function changeForNodes({ now, nodes, after }: Intent): ChangeForNodes {
  const { document } = after
  const before = now?.document
  const { obstacle, usable } = usability(after, nodes)
  const assessment =
    before && document && usable.length > 0
      ? assessForAll(nodes?.length === 0 ? [] : usable, { before, after: document })
      : undefined
  return {
    comparedWith: before && document && now?.stored.name,
    changes: document === undefined ? [] : diff(before, document),
    obstacle,
    assessment,
    digestNow: now?.digest,
    warnings:
      document && now && before === undefined
        ? [`configmap/${now.stored.name} cannot be compared by field: ${now.problem}`]
        : [],
  }
}

interface Usability extends Pick<ChangeForNodes, 'obstacle'> {
  /** The releases whose kubelets start with it. */
  readonly usable: readonly Release[]
}

/** For the kubelets of these nodes; without nodes, for those that it was reviewed for. */
function usability({ findings, releases }: Intent['after'], nodes: Intent['nodes'] = []): Usability {
  const own = nodes.length === 0 ? releases : releasesOfNodes(nodes).found
  const fatal = findings.filter((finding) => finding.fatal && finding.releases.some((release) => own.includes(release)))
  const refuses = (release: Release) => fatal.some((finding) => finding.releases.includes(release))
  const usable = own.filter((release) => !refuses(release))
  const reason = firstReason(fatal)
  return { usable, obstacle: reason && `kubelet ${describeReleases(own.filter(refuses))}: ${reason}` }
}
