import { type Assessment, assessForAll } from '../config/change/assess.ts'
import { type Change, diff } from '../config/diff.ts'
import type { Node } from '../sizing/objects.ts'
import type { Inspection } from './inspect.ts'
import type { Review } from './review.ts'

/** What becomes of the nodes of a target that gets another document. */
export interface ChangeForNodes {
  /** The ConfigMap that they get now: the target's own, else the global one; undefined when there is nothing to compare. */
  readonly comparedWith: string | undefined
  /** By field; without something to compare with, all counts as new. Empty for a document that no kubelet can decode. */
  readonly changes: readonly Change[]
  /** What it costs the nodes, nothing if there are none; undefined when it is not known what they have now, or will have. */
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
  readonly after: Pick<Review, 'document' | 'releases'>
}

export function changeForNodes({ now, nodes, after: { document, releases } }: Intent): ChangeForNodes {
  const before = now?.document
  const assessment =
    before && document && assessForAll(nodes?.length === 0 ? [] : releases, { before, after: document })
  return {
    comparedWith: before && document && now?.stored.name,
    changes: document === undefined ? [] : diff(before, document),
    assessment,
    digestNow: now?.digest,
    warnings:
      document && now && before === undefined
        ? [`configmap/${now.stored.name} cannot be compared by field: ${now.problem}`]
        : [],
  }
}
