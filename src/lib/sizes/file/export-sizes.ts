import { together } from '../../cluster/read-together.ts'
import { type Fact, nodeSubject } from '../../message/fact.ts'
import type { Failure } from '../../message/failure.ts'
import type { NodeSelection } from '../../nodes/node-selection.ts'
import { type Amounts, equal, floor, formatAmounts, type QuantityText, type Resource } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import { wishedSize } from '../desired/drift.ts'
import { isBroken, type StoredWish } from '../desired/wish.ts'
import type { Hold } from '../model/hold.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { Cluster } from '../ports/cluster.ts'
import { readWishes, storedIn } from '../resize/read-wishes.ts'
import {
  BrokenWishNotExported,
  type KeepWishFact,
  NodesSkipped,
  type ResizeTalkFact,
  StoredExported,
  StoredNotExported,
  StoredSizesNotRead,
} from '../resize/resize-messages.ts'
import { nodesNotFound, nothingSelected, survey } from '../resize/survey.ts'
import { hasSize } from './size-file.ts'

export interface ExportedSize extends QuantityText {
  readonly node: string
  /** undefined: the size, which is what a node holds unless told otherwise. */
  readonly hold?: Hold
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
  const [{ sizes, unknown, warnings }, wishes] = await together([
    survey(cluster, selection, limits),
    readWishes(cluster, selection, limits),
  ])
  if (sizes.length === 0 && unknown.length === 0) throw nothingSelected(selection)
  const chosen = sizes.filter((size) => hasSize(size, wishes))
  const skipped = sizes.filter((size) => !chosen.includes(size)).map(({ node }) => node.name)
  const lost = skipped.filter((name) => storedIn(wishes, name) !== undefined)
  const found = chosen.map((size) => exportedOf(size, storedIn(wishes, size.node.name)))
  const drifted = found.filter(({ isDrifted }) => isDrifted).map(({ size }) => size.node)
  const talk: readonly (ResizeTalkFact | KeepWishFact)[] = [
    ...(wishes.missing?.reason === 'WishesNotRead' ? [StoredSizesNotRead({ because: wishes.missing.because })] : []),
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

function exportedOf(measured: NodeSize, stored: StoredWish | undefined): Exported {
  const { node, allocatable, size, balloon, why } = measured
  if (stored !== undefined && !isBroken(stored.wish)) {
    const { amounts, hold } = stored.wish
    const wished = wishedSize(stored.wish, allocatable)
    const isAsked = (resource: Resource): boolean => amounts[resource] !== undefined
    // As it was asked for, even where a node is smaller by now.
    const exact = hold === 'size' ? { ...wished, ...amounts } : wished
    const text = textsOf(exact, isAsked)
    const exported = { node: node.name, ...text, ...(hold === 'balloon' && { hold }) }
    return { size: exported, isDrifted: !equal(wished, size), why }
  }
  const isHeld = (resource: Resource): boolean => balloon[resource] !== floor[resource]
  const broken: KeepWishFact | undefined =
    stored && isBroken(stored.wish) ? brokenOf(node.name, stored.wish) : undefined
  return { size: { node: node.name, ...textsOf(size, isHeld) }, isDrifted: false, why: broken ?? why }
}

const brokenOf = (
  node: string,
  { problems }: Extract<StoredWish['wish'], { readonly problems: unknown }>,
): KeepWishFact => ({
  ...BrokenWishNotExported({ subject: nodeSubject(node), problems }),
})

function textsOf(size: Amounts, isGiven: (resource: Resource) => boolean): QuantityText {
  const exact = formatAmounts(size)
  return { cpu: isGiven('cpu') ? exact.cpu : 'max', memory: isGiven('memory') ? exact.memory : 'max' }
}
