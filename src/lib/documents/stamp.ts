import type { Risk } from '../kubelet/changes/disruption.ts'
import { document } from '../names.ts'
import { acceptedRisksText } from './accepted-risks.ts'
import { skipValidationText } from './skip-validation.ts'
import type { LastWrite, Stamp, StoredDocument } from './stored-document.ts'

/**
 * The last revision of a target: of its document, the one that was remembered when it was deleted, or the newest in its
 * history, which knows it when another client deleted the document; 0 before the first.
 */
export const lastRevision = (
  stored: StoredDocument | undefined,
  remembered: number | undefined,
  recorded: readonly number[],
): number => Math.max(stored?.stamp.revision ?? 0, remembered ?? 0, ...recorded)

interface Push {
  readonly revision: number
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly digest: string | undefined
  readonly message: string | undefined
  readonly acceptedRisks: readonly Risk[]
  /** The text that is stored although kubelets may refuse it. */
  readonly unvalidated: string | undefined
}

/** What a push records besides the document. */
export const stampOf = ({ revision, by, now, digest, message, acceptedRisks, unvalidated }: Push): Stamp => ({
  revision,
  by,
  at: new Date(now).toISOString(),
  ...(digest !== undefined && { digest }),
  ...(message !== undefined && { message }),
  ...(digest !== undefined && acceptedRisks.length > 0 && { acceptedRisks: acceptedRisksText(digest, acceptedRisks) }),
  ...(unvalidated !== undefined && { skipValidation: skipValidationText(unvalidated) }),
})

/** Whether a document that was pushed has been changed by another client since, judging by its digest. */
export const isEdited = ({ stamp }: StoredDocument, digest: string | undefined): boolean =>
  stamp.digest !== undefined && stamp.digest !== digest

/** Of a document that was edited: who wrote its text; if that was a push, its stamp was edited instead. */
export const lastEdit = ({ textWrite, lastWrite }: StoredDocument): LastWrite | undefined =>
  textWrite?.manager === document.fieldManager ? lastWrite : (textWrite ?? lastWrite)
