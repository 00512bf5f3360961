import { globalTarget } from '../../documents/target.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { rollout as names } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Cluster } from '../cluster.ts'
import { getDocument } from '../list/get-document.ts'
import { rolloutIn } from './read-rollout.ts'
import { NoDocumentToShow, NoRolloutPolicy, NothingRolledOutToShow } from './rollout-flow-messages.ts'

export const shownDocuments = ['promoted', 'candidate', 'desired'] as const
export type Shown = (typeof shownDocuments)[number]

export interface ShownDocument {
  /** Of the ConfigMap that it is stored in. */
  readonly name: string
  /** Byte for byte. */
  readonly body: string
  readonly warnings: readonly Fact[]
}

/** Rejects with Failure 'invalid' where there is no such document. */
export async function showDocument(cluster: Cluster, which: Shown, limits: Limits): Promise<ShownDocument> {
  if (which === 'desired') {
    const { inspection, body, warnings } = await getDocument(cluster, globalTarget, limits)
    return { name: inspection.stored.name, body, warnings }
  }
  const { policy, promoted, progress } = rolloutIn(await cluster.rollouts.read(limits))
  // Without a policy, nodes get what is stored: what was promoted once is old.
  if (policy === undefined) throw new Failure('invalid', NoRolloutPolicy())
  const shown = which === 'promoted' ? promoted : progress?.candidate
  if (shown === undefined) throw new Failure('invalid', NothingRolledOutToShow())
  if (shown.text === undefined) throw new Failure('invalid', NoDocumentToShow({ which }))
  return { name: names.configMap, body: shown.text, warnings: [] }
}
