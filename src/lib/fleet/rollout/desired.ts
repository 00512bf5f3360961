import { isEdited } from '../../documents/stamp.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import type { Desired } from '../../rollouts/advance.ts'
import { noDocument } from '../../rollouts/rollout.ts'
import { inspect } from '../change/inspect.ts'
import { GlobalNotDecodable } from './rollout-flow-messages.ts'

/** What the global document asks for. A document that no kubelet could decode is not tried on any. */
export async function desiredOf(stored: StoredDocument | undefined): Promise<Desired> {
  if (stored === undefined)
    return { kind: 'document', digest: noDocument, text: undefined, revision: undefined, acceptedRisks: undefined }
  const { digest, flaw } = await inspect(stored)
  if (stored.body === undefined || digest === undefined)
    return { kind: 'unusable', because: flaw ?? GlobalNotDecodable() }
  const { revision, acceptedRisks } = stored.stamp
  return {
    kind: 'document',
    digest,
    text: stored.body,
    revision: isEdited(stored, digest) ? undefined : revision,
    acceptedRisks,
  }
}
