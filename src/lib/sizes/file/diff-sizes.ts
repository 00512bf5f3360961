import { type Fact, nodeSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { type Amounts, equal } from '../../pods/amounts.ts'
import type { Limits } from '../../ports/limits.ts'
import type { StoredChange } from '../desired/stored-change.ts'
import { resolveSize } from '../model/size.ts'
import { AllocatableUnknown, type ObstacleFact } from '../model/size-messages.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { stepFor } from '../resize/plan-resizes.ts'
import { readTargets, type SizeFileRequest } from './size-file.ts'

/** A node as it is, and as a file says. */
export interface SizeDifference {
  readonly node: string
  readonly before: Amounts
  /** undefined: the node cannot have the size. */
  readonly after: Amounts | undefined
  /** How what is stored for it would change; undefined: it stays as it is, or is not known. */
  readonly stored: StoredChange | undefined
  /** The file does not select the node: it would get its full size. */
  readonly pruned: boolean
  readonly failure: Failure | undefined
}

export interface SizeDifferences {
  readonly items: readonly SizeDifference[]
  readonly warnings: readonly Fact[]
}

/** Whether apply would resize the node, or store something else for it. */
export const differs = ({ before, after, stored }: SizeDifference): boolean =>
  (after !== undefined && !equal(before, after)) || stored !== undefined

/** Compares the nodes of a file, and what is stored for them, with it, whether a resize would fit or not. */
export async function diffSizes(
  world: SizingWorld,
  request: SizeFileRequest,
  limits: Limits,
): Promise<SizeDifferences> {
  const { targets, warnings, measurement } = await readTargets(world, { ...request, dryRun: 'client' }, limits)
  const { desiredSizes } = measurement
  const items = targets.map(({ measured, size, hold, pruned }): SizeDifference => {
    const { node, size: before } = measured
    const { stored } = stepFor(node.name, measured, { size, hold }, desiredSizes)
    const common = { node: node.name, before, pruned, stored }
    const resolved = resolveSize(size, measured)
    if (resolved.kind === 'size') return { ...common, after: resolved.size, failure: undefined }
    const fact = AllocatableUnknown({ subject: nodeSubject(node.name) })
    return { ...common, after: undefined, failure: new Failure<ObstacleFact>('refused', fact) }
  })
  return {
    items: items.filter((item) => !item.pruned || differs(item)),
    warnings: desiredSizes.missing === undefined || items.length === 0 ? warnings : [...warnings, desiredSizes.missing],
  }
}
