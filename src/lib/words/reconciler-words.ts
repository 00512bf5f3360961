import type { RestoreFact } from '../flows/sizes/reconcile/restore-fact.ts'
import type { ReconcilerFact } from '../loops/reconcile/reconciler-fact.ts'
import { reconciler } from '../names.ts'
import { type Amounts, formatAmounts } from '../sizing/amounts.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { nodeOf } from './size-words.ts'

const sizeOf = (amounts: Amounts): string => Object.values(formatAmounts(amounts)).join('/')

export const reconcilerWords: Vocabulary<ReconcilerFact | RestoreFact> = {
  NodeRestored: ({ outcome, because, before, after }) => ({
    said: `${outcome} from ${sizeOf(before)} to ${sizeOf(after)}`,
    because,
  }),
  NodeNotRestored: (fact) => ({
    said: `${nodeOf(fact)}: its size is not restored${fact.count > 1 ? `, ${fact.count} times in a row` : ''}`,
    because: fact.because,
  }),
  PassFailed: ({ because }) => ({ said: 'cannot read the pods of all nodes; trying again', because }),
  ReconcilerFollows: ({ namespace }) => `keeping the sizes of the nodes, as stored in namespace ${namespace}`,
  WritesNotLimited: () => ({
    said: 'no policy limits what this ServiceAccount writes: whoever has its token can change every Node',
    hints: [`apply what nodesize manifests prints: the ValidatingAdmissionPolicy ${reconciler.name} and its binding`],
  }),
  WritesLimited: () => 'a policy limits what this ServiceAccount writes',
  ClusterLost: ({ because }) => ({ said: 'lost the API server', because }),
  ClusterFound: () => 'the API server answers again',
  NoSizesToKeep: ({ namespace }) => `no sizes to keep are stored in namespace ${namespace}`,
  WishesOfAbsentNodes: ({ names }) =>
    `sizes are stored for nodes that do not exist, and kept in case they return: ${namesIn(names)}`,
  WishesNotReadHere: ({ subject, keys }) => ({
    said: `configmap/${subject.name} has keys that belong in another ConfigMap, and are not read: ${namesIn(keys)}`,
    hints: ['nodesize set stores each size where it belongs'],
  }),
}
