import type { Pod } from '../../api/pod.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { formatAmount } from '../../sizing/amounts.ts'
import { parseDeferral } from '../../sizing/deferral.ts'
import type { ResizeStep } from '../../sizing/plan.ts'
import type { Settled, SizingWorld } from './settle.ts'
import { takeBack } from './take-back.ts'

export interface Conclusion {
  readonly step: ResizeStep
  /** As the server answered to the resize. */
  readonly pod: Pod
  readonly settled: Settled
}

/**
 * What follows from the kubelet's verdict. What makes the node smaller is taken back unless it was granted; what makes
 * it larger stays asked, for it can only be late. `lost`: the balloon was replaced, and the size with it.
 */
export async function conclude(
  world: SizingWorld,
  { step, pod, settled }: Conclusion,
): Promise<{ warning?: string } | 'lost'> {
  switch (settled.kind) {
    case 'accepted':
      return settled.warning === undefined ? {} : { warning: settled.warning }
    case 'lost':
      return 'lost'
    case 'superseded':
      throw new Failure('conflict', `somebody else resized pod ${pod.metadata.name} meanwhile; theirs stands`)
    case 'deferred':
    case 'infeasible':
      await takeBack(world, { pod, backTo: step.backTo })
      throw new Failure('full', `it did not fit any more and was taken back: ${settled.message}`, {
        suggestions: roomLeft(settled.message),
      })
    case 'silent':
      return unconfirmed(world, { step, pod }, { code: 'timeout', why: settled.why })
    case 'interrupted':
      return unconfirmed(world, { step, pod }, { code: 'interrupted', why: 'interrupted' })
    case 'broken':
      return unconfirmed(world, { step, pod }, { code: afterAsking(settled.failure), why: settled.failure.message })
  }
}

/** It was asked for: that nobody answers now leaves it unconfirmed. */
const afterAsking = ({ code }: Failure): FailureCode => (code === 'unreachable' ? 'timeout' : code)

function roomLeft(message: string): string[] {
  const deferral = parseDeferral(message)
  if (deferral === undefined) return []
  return [`the other pods of the node hold ${formatAmount[deferral.resource](deferral.used)} ${deferral.resource}`]
}

async function unconfirmed(
  world: SizingWorld,
  { step, pod }: { step: ResizeStep; pod: Pod },
  { code, why }: { code: FailureCode; why: string },
): Promise<never> {
  if (step.direction === 'grow-node')
    throw new Failure(code, `asked, not confirmed: ${why}`, {
      suggestions: ['the kubelet will apply it when it can; look with nodesize get'],
    })
  await takeBack(world, { pod, backTo: step.backTo })
  throw new Failure(code, `not confirmed, and taken back: ${why}`)
}
