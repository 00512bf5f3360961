import type { Node } from '../../api/node.ts'
import { configMapOf } from '../../documents/target.ts'
import { type Assessment, assessForAll, worstOf } from '../../kubelet/changes/assess.ts'
import { isRisk } from '../../kubelet/changes/disruption.ts'
import { weakenedFields } from '../../kubelet/changes/guarded-fields.ts'
import type { ReleaseFinding } from '../../kubelet/check/merge-findings.ts'
import { type Change, diff } from '../../kubelet/compare/diff.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Fact } from '../../message/fact.ts'
import type { FactOf } from '../../message/message.ts'
import { releasesOfNodes } from '../../nodes/releases-of-nodes.ts'
import { type DocumentFact, NotComparable, RunningNotKnown } from './document-messages.ts'
import type { Inspection } from './inspect.ts'
import type { Review } from './review.ts'
import type { RunningOn } from './running.ts'

/** Kubelets that would not start with a document, and why. */
export interface Obstacle {
  readonly releases: readonly Release[]
  readonly findings: readonly ReleaseFinding[]
}

/** Nodes for which a document changes the same. */
export interface NodesInChange {
  readonly nodes: readonly Node[]
  /**
   * `same`: they run it. `runs`: compared with what they run. `stored`: what they run is not known, so it is compared with
   * what is stored. `own-files`: they run files of their own, which the cluster does not have.
   */
  readonly from: 'same' | 'runs' | 'stored' | 'own-files'
  /** undefined when it cannot be compared, or when none of their kubelets would start. */
  readonly assessment: Assessment | undefined
  /** undefined when it cannot be compared. */
  readonly compared: Comparison | undefined
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
   * Of the change from what the kubelets run, for the nodes whose kubelets would start. undefined when nothing is known to
   * compare with, or when no kubelet would start.
   */
  readonly assessment: Assessment | undefined
  /** The same for each part of the nodes. */
  readonly parts: readonly NodesInChange[]
  /** Why the current document cannot be compared by field, or is not what the nodes are known to run. */
  readonly warnings: readonly DocumentFact[]
  /** Fields for which agents refuse the change, unless their node allows them. */
  readonly guarded: readonly string[]
}

interface Intent {
  /** What the nodes get now. */
  readonly now: Inspection | undefined
  /** undefined when nodes may not be listed; there may be some. */
  readonly nodes: readonly Node[] | undefined
  /** What they run; empty: not known. */
  readonly running: RunningOn
  readonly after: Pick<Review, 'document' | 'digest' | 'releases' | 'findings'>
}

export function changeForNodes(intent: Intent): ChangeForNodes {
  const { now, nodes, after } = intent
  const { document } = after
  const { obstacle, usable } = usability(after, nodes)
  const origins = originsOf(intent)
  const before = now === undefined ? onlyOrigin(origins) : now.document
  const comparable = comparison(before, document)
  const shown = comparable && usable.length > 0 ? assessForAll(usable, comparable) : undefined
  const parts = origins.map((origin) => partOf(origin, usable, after))
  const assessed = parts.flatMap(({ assessment }) => assessment ?? [])
  const compared = origins.flatMap(({ before }) => comparison(before, document) ?? [])
  return {
    comparedWith: comparable && now?.stored.name,
    changes: shown?.changes.map(asChange) ?? (document ? diff(before, document) : []),
    obstacle,
    assessment:
      parts.length === 0 ? shown && withoutNodes(shown, nodes) : assessed.length === 0 ? undefined : worstOf(assessed),
    parts,
    warnings: [
      ...(document && now?.flaw && before === undefined
        ? [NotComparable({ subject: configMapOf(now.stored.target), because: now.flaw })]
        : []),
      ...(now === undefined ? [] : parts.flatMap((part) => notKnown(part, now))),
    ],
    guarded: [
      ...new Set((parts.length === 0 && comparable ? [comparable] : compared).flatMap((one) => guardedIn(usable, one))),
    ],
  }
}

export interface Comparison {
  readonly before: ConfigDocument
  readonly after: ConfigDocument
}

const comparison = (before: ConfigDocument | undefined, after: ConfigDocument | undefined): Comparison | undefined =>
  before && after ? { before, after } : undefined

/** Of a document that is gone, and that all nodes still run. */
const onlyOrigin = ([first, ...others]: readonly Origin[]): ConfigDocument | undefined =>
  others.length === 0 ? first?.before : undefined

/** Nobody is at risk. */
const withoutNodes = (shown: Assessment, nodes: Intent['nodes']): Assessment =>
  nodes === undefined ? shown : worstOf([])

interface Origin extends Pick<NodesInChange, 'nodes' | 'from'> {
  readonly before: ConfigDocument | undefined
}

/** The nodes by what they run. */
function originsOf({ now, nodes = [], running, after }: Intent): readonly Origin[] {
  const origins = nodes.map((node): Origin => {
    const runs = running.get(node.name)
    if (runs?.kind === 'own-files') return { nodes: [node], from: 'own-files', before: undefined }
    if (runs !== undefined && runs.digest === after.digest)
      return { nodes: [node], from: 'same', before: after.document }
    if (runs?.document === undefined) return { nodes: [node], from: 'stored', before: now?.document }
    return { nodes: [node], from: 'runs', before: runs.document }
  })
  const groups = [...Map.groupBy(origins, ({ from }) => from).values()]
  return groups
    .flatMap((group) => [...Map.groupBy(group, ({ before }) => before).values()])
    .map((group) => ({ ...group[0]!, nodes: group.flatMap((origin) => origin.nodes) }))
}

function partOf({ nodes, from, before }: Origin, usable: readonly Release[], after: Intent['after']): NodesInChange {
  const own = releasesOfNodes(nodes).found.filter((release) => usable.includes(release))
  const compared = comparison(before, after.document)
  return { nodes, from, compared, assessment: compared && own.length > 0 ? assessForAll(own, compared) : undefined }
}

/** The nodes that are known to run files of their own. */
export const withOwnFiles = ({ parts }: Pick<ChangeForNodes, 'parts'>): readonly Node[] =>
  parts.flatMap(({ nodes, from }) => (from === 'own-files' ? nodes : []))

/** What the nodes run matters where that change is a risk. */
const notKnown = ({ nodes, from, assessment }: NodesInChange, { stored }: Inspection): readonly DocumentFact[] =>
  from === 'stored' && assessment !== undefined && isRisk(assessment.disruption)
    ? [RunningNotKnown({ subject: configMapOf(stored.target), nodes: nodes.map(({ name }) => name) })]
    : []

const guardedIn = (releases: readonly Release[], { before, after }: Comparison): readonly string[] =>
  releases.flatMap((release) => weakenedFields(new Effective(after, release), new Effective(before, release)))

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
export const oncePerSubject = <F extends Fact>(facts: readonly F[]): readonly F[] =>
  [...Map.groupBy(facts, ({ reason, subject }) => `${reason} ${subject?.name ?? ''}`).values()].map(ofAllNodes)

function ofAllNodes<F extends Fact>(alike: readonly F[]): F {
  const last = alike.at(-1)!
  return isNotKnown(last) ? { ...last, nodes: alike.flatMap((fact) => (isNotKnown(fact) ? fact.nodes : [])) } : last
}

const isNotKnown = (fact: Fact): fact is FactOf<typeof RunningNotKnown> => fact.reason === 'RunningNotKnown'
