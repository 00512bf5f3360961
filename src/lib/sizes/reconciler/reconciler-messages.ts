import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import { reconciler } from '../../names.ts'
import { type Amounts, formatAmounts } from '../../pods/amounts.ts'
import { nodeOf } from '../model/size-messages.ts'

/** What a reconciler reports, besides its decisions. */
export type ReconcilerFact =
  | FactOf<typeof NodeRestored>
  | FactOf<typeof NodeNotRestored>
  | FactOf<typeof PassFailed>
  | FactOf<typeof ReconcilerFollows>
  | FactOf<typeof WritesNotLimited>
  | FactOf<typeof WritesLimited>
  | FactOf<typeof ClusterLost>
  | FactOf<typeof ClusterFound>

export const NodeRestored = message(
  'NodeRestored',
  ({
    outcome,
    because,
    before,
    after,
  }: {
    subject: Subject
    outcome: 'unchanged' | 'resized' | 'reverted' | 'planned'
    because: Fact
    before: Amounts
    after: Amounts
  }) => ({
    said: `${outcome} from ${sizeOf(before)} to ${sizeOf(after)}`,
    because,
  }),
)

/** `count`: of failures in a row. */
export const NodeNotRestored = message(
  'NodeNotRestored',
  (fact: { subject: Subject; because: Fact; count: number }) => ({
    said: `${nodeOf(fact)}: its size is not restored${fact.count > 1 ? `, ${fact.count} times in a row` : ''}`,
    because: fact.because,
  }),
)

export const PassFailed = message('PassFailed', ({ because }: { because: Fact }) => ({
  said: 'cannot read the pods of all nodes; trying again',
  because,
}))

export const ReconcilerFollows = message(
  'ReconcilerFollows',
  ({ namespace }: { namespace: string }) => `keeping the sizes of the nodes, as stored in namespace ${namespace}`,
)

/** No policy denied what the reconciler must not write: a change of a Node, tried as a dry run. */
export const WritesNotLimited = message('WritesNotLimited', () => ({
  said: 'no policy limits what this ServiceAccount writes: whoever has its token can change every Node',
  hints: [`apply what nodesize manifests prints: the ValidatingAdmissionPolicy ${reconciler.name} and its binding`],
}))

export const WritesLimited = message('WritesLimited', () => 'a policy limits what this ServiceAccount writes')

export const ClusterLost = message('ClusterLost', ({ because }: { because: Fact }) => ({
  said: 'lost the API server',
  because,
}))

export const ClusterFound = message('ClusterFound', () => 'the API server answers again')

const sizeOf = (amounts: Amounts): string => Object.values(formatAmounts(amounts)).join('/')
