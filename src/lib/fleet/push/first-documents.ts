import type { Node } from '../../api/node.ts'
import type { Target } from '../../documents/target.ts'
import { type AssessedChange, assessChange, without } from '../../kubelet/changes/assess.ts'
import { isRisk, type Risk } from '../../kubelet/changes/disruption.ts'
import { weakenedFields } from '../../kubelet/changes/guarded-fields.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import { setByRuntime, setIfEmpty } from '../../kubelet/merge/differences.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { askConfigz, configurationIn } from '../../nodes/read-configz.ts'
import { releaseOf } from '../../nodes/releases-of-nodes.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'
import { readingOf } from '../status/node-status.ts'
import { impactOnNodes, type NodeAtRisk } from './impacts.ts'
import {
  FirstDocumentMayBeHeld,
  FirstDocumentMayBeRefused,
  FirstDocumentUnseen,
  type PushFact,
} from './push-messages.ts'

/** A document for nodes that have none yet. */
export interface FirstDocument {
  readonly target: Target
  readonly document: ConfigDocument
  readonly nodes: readonly Node[]
}

interface Request {
  readonly documents: readonly FirstDocument[]
  readonly acceptedRisks: readonly Risk[]
}

/** The kubelets that are asked for one push: nodes of one kind have the same files. */
const mostAsked = 10
/** A kubelet answers in some milliseconds, or not at all. */
const timeoutMs = 5_000

/**
 * What agents may do with the first document of their nodes. They compare it with the files of the node, which the cluster
 * does not have, and hold it where a restart is not enough; what the kubelets run with shows that beforehand. Flags are a
 * part of that, and win over the document, so it is a warning and no refusal. Asks nothing unless there is such a node.
 */
export async function firstDocuments(cluster: Cluster, request: Request, limits: Limits): Promise<readonly PushFact[]> {
  const asked = request.documents.flatMap((one) => one.nodes.filter(runsOwnFiles).map((node) => ({ ...one, node })))
  const looks = await Promise.all(
    spread(asked, mostAsked).map(async (one) => ({
      ...one,
      outcome: await configurationIn(one.node, await askConfigz(cluster, one.node.name, { ...limits, timeoutMs })),
    })),
  )
  const risky = await unlessNoPodEnds(cluster, looks.flatMap(atRisk(request.acceptedRisks)), limits)
  limits.signal.throwIfAborted()
  const silent = looks.find(({ outcome }) => outcome.failure !== undefined)
  const unseen = asked.length - looks.filter(({ outcome }) => outcome.value !== undefined).length
  return [
    ...mayBeHeld(risky),
    ...mayBeRefused(looks),
    ...(unseen === 0
      ? []
      : [
          FirstDocumentUnseen({
            unseen,
            nodes: asked.length,
            because: silent?.outcome.failure?.fact,
          }),
        ]),
  ]
}

/** And an agent that would apply a document. */
function runsOwnFiles(node: Node): boolean {
  const reading = readingOf(node)
  return reading.kind === 'report' && reading.report.active.source === 'local'
}

interface Look {
  readonly node: Node
  readonly document: ConfigDocument
  readonly outcome: Awaited<ReturnType<typeof configurationIn>>
}

const atRisk =
  (accepted: readonly Risk[]) =>
  ({ node, document: after, outcome: { value: before } }: Look): readonly NodeAtRisk[] => {
    if (before === undefined) return []
    const { changes } = without(assessChange(releaseOf(node), { before, after }), [...setIfEmpty])
    const weighed = changes.filter(({ disruption }) => isRisk(disruption) && !accepted.includes(disruption))
    return weighed.length === 0 ? [] : [{ node, compared: { before, after }, weighed }]
  }

/** Agents hold what may end a pod; what has no effect without a new Node is worth a word on any node. */
async function unlessNoPodEnds(
  cluster: Cluster,
  risky: readonly NodeAtRisk[],
  limits: Limits,
): Promise<readonly NodeAtRisk[]> {
  if (risky.length === 0) return []
  const { value: impactOn } = await unlessRefused(impactOnNodes(cluster, risky, limits))
  if (impactOn === undefined) return risky
  return risky.filter(
    (one) =>
      impactOn(one).reason !== 'NoPodWouldEnd' || one.weighed.some(({ disruption }) => disruption === 'new-node'),
  )
}

/** One for all nodes with the same fields. */
function mayBeHeld(risky: readonly NodeAtRisk[]): readonly PushFact[] {
  const alike = Map.groupBy(risky, ({ weighed }) => pathsOf(weighed).join())
  return [...alike.values()].map((nodes) => {
    const weighed = nodes.flatMap((one) => one.weighed)
    return FirstDocumentMayBeHeld({
      nodes: [...new Set(nodes.map(({ node }) => node.name))],
      fields: pathsOf(weighed).map((path) => ({ path, ifInFile: setByRuntime.has(path) })),
      risks: [...new Set(weighed.map(({ disruption }) => disruption as Risk))],
    })
  })
}

/** The fields that agents guard, one warning for all nodes with the same. */
function mayBeRefused(looks: readonly Look[]): readonly PushFact[] {
  const found = looks.map((look) => ({ name: look.node.name, fields: guardedIn(look) }))
  const alike = Map.groupBy(
    found.filter(({ fields }) => fields.length > 0),
    ({ fields }) => fields.join(),
  )
  return [...alike.values()].map((nodes) =>
    FirstDocumentMayBeRefused({
      nodes: [...new Set(nodes.map(({ name }) => name))],
      fields: nodes[0]!.fields,
    }),
  )
}

function guardedIn({ node, document, outcome: { value: before } }: Look): readonly string[] {
  if (before === undefined) return []
  const release = releaseOf(node)
  return weakenedFields(new Effective(document, release), new Effective(before, release))
}

const pathsOf = (changes: readonly AssessedChange[]): readonly string[] =>
  [...new Set(changes.map(({ path }) => path))].sort()

/** At most so many, from all over the list. */
const spread = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]!)
