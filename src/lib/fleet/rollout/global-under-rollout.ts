import type { Node } from '../../api/node.ts'
import type { Documents } from '../../documents/precedence.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { configMapName, globalTarget } from '../../documents/target.ts'
import { rollout as names } from '../../names.ts'
import { admits } from '../../rollouts/gate.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { RolloutDocument } from '../../rollouts/rollout.ts'

/** Which of the two documents of a rollout a node gets as the global one; undefined: the global document itself. */
export type Given = 'promoted' | 'candidate'

export interface UnderRollout {
  readonly given: Given | undefined
  readonly documents: Documents
}

/** The documents as they are for one node: a rollout decides which one the global document is. */
export function underRollout(
  documents: Documents,
  stored: StoredRollout | undefined,
  node: Pick<Node, 'name' | 'createdAt' | 'labels'>,
): UnderRollout {
  if (stored?.reading.kind !== 'rollout' || stored.reading.rollout.policy === undefined)
    return { given: undefined, documents }
  const { promoted, progress } = stored.reading.rollout
  const { name, createdAt, labels } = node
  const isAdmitted = progress && admits(progress.gate, { name, createdAt, order: labels[names.orderLabel] })
  const given = isAdmitted === true ? progress.candidate : promoted
  const others = new Map(documents)
  const one = documentOf(given, stored, documents.get(configMapName(globalTarget)))
  if (one === undefined) others.delete(configMapName(globalTarget))
  else others.set(one.name, one)
  return { given: isAdmitted === true ? 'candidate' : 'promoted', documents: others }
}

/** As if it were stored as the global document. */
function documentOf(
  { text, digest, generation, revision, acceptedRisks }: RolloutDocument,
  { uid }: StoredRollout,
  global: StoredDocument | undefined,
): StoredDocument | undefined {
  if (text === undefined) return undefined
  // The push that is in force now has a stamp, which is all that is known of who pushed it and when.
  const stamp = global?.stamp.revision === revision ? (global?.stamp ?? {}) : {}
  return {
    target: globalTarget,
    namespace: global?.namespace ?? '',
    name: configMapName(globalTarget),
    uid,
    resourceVersion: String(generation),
    createdAt: global?.createdAt ?? '',
    body: text,
    inBinaryData: false,
    extraKeys: [],
    extraBytes: 0,
    immutable: false,
    stamp: {
      ...stamp,
      digest,
      ...(revision !== undefined && { revision }),
      ...(acceptedRisks !== undefined && { acceptedRisks }),
    },
    lastWrite: undefined,
    textWrite: undefined,
    keeper: undefined,
  }
}
