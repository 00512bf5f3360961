import type { Node } from '../../api/node.ts'
import { configMapName, configMapOf, type Target } from '../../documents/target.ts'
import { setByRuntime, setIfEmpty } from '../../kubelet/merge/differences.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { type AssessedChange, assessChange, without } from '../../kubelet-changes/assess.ts'
import { isRisk, type Risk } from '../../kubelet-changes/disruption.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { readingOf } from '../agents/node-status.ts'
import { askConfigz, configurationIn } from '../agents/read-configz.ts'
import { releaseOf } from '../releases-of-nodes.ts'
import type { PushFact } from './push-fact.ts'

/** A document for nodes that have none yet. */
export interface FirstDocument {
  readonly target: Target
  readonly document: ConfigDocument
  readonly nodes: readonly Node[]
}

interface Wish {
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
export async function firstDocuments(cluster: Cluster, wish: Wish, limits: Limits): Promise<readonly PushFact[]> {
  const asked = wish.documents.flatMap((one) => one.nodes.filter(runsOwnFiles).map((node) => ({ ...one, node })))
  const looks = await Promise.all(
    spread(asked, mostAsked).map(async (one) => ({
      ...one,
      outcome: await configurationIn(one.node, await askConfigz(cluster, one.node.name, { ...limits, timeoutMs })),
    })),
  )
  limits.signal.throwIfAborted()
  const silent = looks.find(({ outcome }) => outcome.failure !== undefined)
  const unseen = asked.length - looks.filter(({ outcome }) => outcome.value !== undefined).length
  return [
    ...wish.documents.flatMap(({ target }) => {
      const own = looks.filter((look) => configMapName(look.target) === configMapName(target))
      return mayBeHeld(target, own, wish.acceptedRisks)
    }),
    ...(unseen === 0
      ? []
      : [
          {
            reason: 'FirstDocumentUnseen',
            unseen,
            nodes: asked.length,
            because: silent?.outcome.failure?.fact,
          } as const,
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

function mayBeHeld(target: Target, looks: readonly Look[], accepted: readonly Risk[]): readonly PushFact[] {
  const held = looks.flatMap(({ node, document, outcome }) => {
    const risky = outcome.value === undefined ? [] : riskyChanges(node, outcome.value, document, accepted)
    return risky.length === 0 ? [] : [{ node: node.name, risky }]
  })
  if (held.length === 0) return []
  const changes = held.flatMap(({ risky }) => risky)
  return [
    {
      reason: 'FirstDocumentMayBeHeld',
      subject: configMapOf(target),
      nodes: held.map(({ node }) => node),
      fields: [...new Set(changes.map(({ path }) => path))]
        .sort()
        .map((path) => ({ path, ifInFile: setByRuntime.has(path) })),
      risks: [...new Set(changes.map(({ disruption }) => disruption as Risk))],
    },
  ]
}

function riskyChanges(
  node: Node,
  before: ConfigDocument,
  after: ConfigDocument,
  accepted: readonly Risk[],
): readonly AssessedChange[] {
  const { changes } = without(assessChange(releaseOf(node), { before, after }), [...setIfEmpty])
  return changes.filter(({ disruption }) => isRisk(disruption) && !accepted.includes(disruption))
}

/** At most so many, from all over the list. */
const spread = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]!)
