import { nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle as outcomeOf } from '../../ports/outcomes.ts'
import { reachOf } from '../plan/reach.ts'
import { exceeds, growthIn, nameOf, type Share, shrunk } from '../plan/share.ts'
import type { NodeOutcome } from '../resize/node-outcome.ts'
import { GrowthWithheld, ResizedMeanwhile } from '../resize/resize-messages.ts'
import { measureNodes } from '../resize/resize-nodes.ts'
import type { SizingWorld } from '../resize/settle.ts'
import { nodeNotFound } from '../resize/survey.ts'
import { type Outcomes, resizeShares } from './resize-shares.ts'
import type { SplitPlan } from './split.ts'

interface Growth {
  readonly plan: SplitPlan
  /** Those that get larger, and are now as small as they will be. */
  readonly growing: readonly Share[]
}

/**
 * Makes nodes as large as their shares, as far as the host has room: a node that did not get smaller, or that another
 * client made larger, keeps others from it. So all nodes of the host are measured again.
 */
export async function growOnHost(world: SizingWorld, { plan, growing }: Growth, limits: Limits): Promise<Outcomes> {
  if (growing.length === 0) return new Map()
  const { request, host, steps } = plan
  const selection = { nodes: { by: 'name', names: steps.map(nameOf) }, dryRun: request.dryRun } as const
  const { failure, value: now } = await outcomeOf(measureNodes(world, selection, limits))
  if (failure !== undefined) return new Map(growing.map((share) => failed(nameOf(share), failure)))
  const measured = new Map(now.sizes.map((size) => [size.node.name, size]))
  const present = ({ measured: { node }, target }: Share): readonly Share[] => {
    const size = measured.get(node.name)
    return size === undefined ? [] : [{ measured: size, target }]
  }
  const gone = growing.map(nameOf).filter((name) => !measured.has(name))
  const overtaken = growing.filter((share) => present(share).some(exceeds))
  const meant = growing.flatMap(present).filter((share) => !exceeds(share))
  const { fitting, withheld } = growthIn(host, { all: steps.flatMap(present), growing: meant })
  const grown = await resizeShares(world, { ...now, request, shares: fitting }, limits)
  return new Map<string, NodeOutcome>([
    ...grown,
    ...gone.map((name) => failed(name, nodeNotFound(name))),
    ...overtaken.map((share) => failed(nameOf(share), resizedMeanwhile(share, present(share)[0]))),
    ...withheld.map(({ share, lacking, holders }) => {
      const subject = nodeSubject(nameOf(share))
      return failed(nameOf(share), new Failure('refused', GrowthWithheld({ subject, lacking, holders })))
    }),
  ])
}

const failed = (node: string, failure: Failure): readonly [string, NodeOutcome] => [
  node,
  { node, outcome: { failure } },
]

const resizedMeanwhile = (before: Share, now: Share | undefined): Failure =>
  new Failure(
    'conflict',
    ResizedMeanwhile({
      subject: nodeSubject(nameOf(before)),
      before: shrunk(before).target,
      now: now && reachOf(now.measured),
    }),
  )
