import { concurrently } from '../../cluster/concurrently.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import { type Amounts, equal, floor, formatAmounts, type QuantityText, type Resource } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { isBroken, type StoredSize } from '../desired/desired-size.ts'
import { desiredSizeOf } from '../desired/drift.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { Cluster } from '../ports/cluster.ts'
import { readDesiredSizes, storedIn } from '../resize/read-desired-sizes.ts'
import {
  InvalidDesiredSizeNotExported,
  NodesSkipped,
  type ResizeTalkFact,
  StoredExported,
  StoredNotExported,
  StoredSizesNotRead,
  type StoreSizeFact,
} from '../resize/resize-messages.ts'
import { nodesNotFound, nothingSelected, survey } from '../resize/survey.ts'
import { hasSize } from './size-file.ts'

export interface ExportedSize extends QuantityText {
  readonly node: string
  /** undefined: the size, which is what a node holds unless told otherwise. */
  readonly hold?: HoldPolicy
}

export interface ExportedSizes {
  /** By node; `max` for a resource that has its full size. */
  readonly sizes: readonly ExportedSize[]
  readonly notes: readonly ResizeTalkFact[]
  readonly warnings: readonly Fact[]
  readonly missing: Failure | undefined
}

/**
 * The sizes that nodes are to have: what is stored for them, and of a node without that, what it has. Nodes without a balloon of
 * ours have none, whatever is stored for them. Throws Failure 'invalid' when nothing is selected: an empty file would reset nodes.
 */
export async function exportSizes(cluster: Cluster, selection: NodeSelection, limits: Limits): Promise<ExportedSizes> {
  const [{ sizes, unknown, warnings }, desiredSizes] = await concurrently([
    survey(cluster, selection, limits),
    readDesiredSizes(cluster, selection, limits),
  ])
  if (sizes.length === 0 && unknown.length === 0) throw nothingSelected(selection)
  const chosen = sizes.filter((size) => hasSize(size, desiredSizes))
  const skipped = sizes.filter((size) => !chosen.includes(size)).map(({ node }) => node.name)
  const lost = skipped.filter((name) => storedIn(desiredSizes, name) !== undefined)
  const found = chosen.map((size) => exportedOf(size, storedIn(desiredSizes, size.node.name)))
  const drifted = found.filter(({ isDrifted }) => isDrifted).map(({ size }) => size.node)
  const talk: readonly (ResizeTalkFact | StoreSizeFact)[] = [
    ...(desiredSizes.missing?.reason === 'DesiredSizesNotRead'
      ? [StoredSizesNotRead({ because: desiredSizes.missing.because })]
      : []),
    ...(lost.length === 0 ? [] : [StoredNotExported({ names: lost })]),
    ...(drifted.length === 0 ? [] : [StoredExported({ names: drifted })]),
  ]
  return {
    sizes: found.map(({ size }) => size).toSorted((a, b) => (a.node < b.node ? -1 : 1)),
    notes: skipped.length === 0 ? [] : [NodesSkipped({ names: skipped })],
    warnings: [...warnings, ...talk, ...found.flatMap(({ why }) => why ?? [])],
    missing: nodesNotFound(unknown),
  }
}

interface Exported {
  readonly size: ExportedSize
  /** The node has another size than it is to have. */
  readonly isDrifted: boolean
  readonly why: Fact | undefined
}

function exportedOf(measured: NodeSize, stored: StoredSize | undefined): Exported {
  const { node, allocatable, size, balloon, why } = measured
  if (stored !== undefined && !isBroken(stored.desired)) {
    const { amounts, hold } = stored.desired
    const wanted = desiredSizeOf(stored.desired, allocatable)
    const isAsked = (resource: Resource): boolean => amounts[resource] !== undefined
    // As it was asked for, even where a node is smaller by now.
    const exact = hold === 'size' ? { ...wanted, ...amounts } : wanted
    const text = textsOf(exact, isAsked)
    const exported = { node: node.name, ...text, ...(hold === 'balloon' && { hold }) }
    return { size: exported, isDrifted: !equal(wanted, size), why }
  }
  const isHeld = (resource: Resource): boolean => balloon[resource] !== floor[resource]
  const broken: StoreSizeFact | undefined =
    stored && isBroken(stored.desired) ? brokenOf(node.name, stored.desired) : undefined
  return { size: { node: node.name, ...textsOf(size, isHeld) }, isDrifted: false, why: broken ?? why }
}

const brokenOf = (
  node: string,
  { problems }: Extract<StoredSize['desired'], { readonly problems: unknown }>,
): StoreSizeFact => ({
  ...InvalidDesiredSizeNotExported({ subject: nodeSubject(node), problems }),
})

function textsOf(size: Amounts, isGiven: (resource: Resource) => boolean): QuantityText {
  const exact = formatAmounts(size)
  return { cpu: isGiven('cpu') ? exact.cpu : 'max', memory: isGiven('memory') ? exact.memory : 'max' }
}
