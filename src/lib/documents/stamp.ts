import type { Stamp, StoredDocument } from './stored-document.ts'

/** The last revision of a target: that of its document, or the one that is remembered of a deleted one; 0 before the first. */
export const lastRevision = (stored: StoredDocument | undefined, remembered: number | undefined): number =>
  Math.max(stored?.stamp.revision ?? 0, remembered ?? 0)

interface Push {
  readonly revision: number
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly digest: string | undefined
  readonly message: string | undefined
}

/** What a push leaves beside the bytes. */
export const stampOf = ({ revision, by, now, digest, message }: Push): Stamp => ({
  revision,
  by,
  at: new Date(now).toISOString(),
  ...(digest !== undefined && { digest }),
  ...(message !== undefined && { message }),
})

/** Was it pushed by kubeletcfg once, and changed by something else since? By the digest of what it holds now. */
export const isEdited = ({ stamp }: StoredDocument, digest: string | undefined): boolean =>
  stamp.digest !== undefined && stamp.digest !== digest
