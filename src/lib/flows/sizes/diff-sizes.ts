import { type Fact, nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { type Amounts, equal } from '../../sizing/amounts.ts'
import { resolveSize } from '../../sizing/size.ts'
import type { ObstacleFact } from '../../sizing/size-fact.ts'
import type { SizingWorld } from './settle.ts'
import { readTargets, type SizeFileRequest } from './size-file.ts'

/** A node as it is, and as a file says. */
export interface SizeDifference {
  readonly node: string
  readonly before: Amounts
  /** undefined: the node cannot have the size. */
  readonly after: Amounts | undefined
  /** The file does not select the node: it would get its full size. */
  readonly pruned: boolean
  readonly failure: Failure | undefined
}

export interface SizeDifferences {
  readonly items: readonly SizeDifference[]
  readonly warnings: readonly Fact[]
}

export const differs = ({ before, after }: SizeDifference): boolean => after !== undefined && !equal(before, after)

/** Compares the nodes of a file with it, whether a resize would fit or not. */
export async function diffSizes(
  world: SizingWorld,
  request: SizeFileRequest,
  limits: Limits,
): Promise<SizeDifferences> {
  const { targets, warnings } = await readTargets(world, { ...request, dryRun: 'client' }, limits)
  const items = targets.map(({ measured, size, pruned }): SizeDifference => {
    const { node, size: before } = measured
    const resolved = resolveSize(size, measured)
    if (resolved.kind === 'size') return { node: node.name, before, after: resolved.size, pruned, failure: undefined }
    const { problems } = resolved
    const fact = { reason: 'SizeOutOfRange', subject: nodeSubject(node.name), problems } as const
    return { node: node.name, before, after: undefined, pruned, failure: new Failure<ObstacleFact>('invalid', fact) }
  })
  return { items: items.filter((item) => !item.pruned || differs(item)), warnings }
}
