import type { StoredDocument } from '../../documents/stored-document.ts'
import { check } from '../../kubelet/check/check.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import { document as names } from '../../names.ts'
import { firstReason } from '../../words/finding-words.ts'
import { readDocument } from '../../yaml/read/read.ts'

/** A stored document, read anew: what it says of itself is never believed. */
export interface Inspection {
  readonly stored: StoredDocument
  /** undefined when no kubelet could decode it. */
  readonly document: ConfigDocument | undefined
  /** Recomputed from the bytes; undefined with `document`. */
  readonly digest: string | undefined
  /** Pushed by kubeletcfg once, and changed by something else since. */
  readonly editedByHand: boolean
  /** Why no kubelet could run on it. It still hides the documents behind it: a typo must not become another configuration. */
  readonly problem: string | undefined
}

export async function inspect(stored: StoredDocument, release: Release = newest): Promise<Inspection> {
  const reading = await readStored(stored)
  const checked = reading && check(reading, release)
  const now = checked?.document === undefined ? undefined : digest(checked.document)
  return {
    stored,
    document: checked?.document,
    digest: now,
    editedByHand: stored.stamp.digest !== undefined && stored.stamp.digest !== now,
    problem: checked ? firstReason(checked.findings.filter(({ fatal }) => fatal)) : missingBody(stored),
  }
}

/** undefined: there is no text. */
export async function readStored({ body }: StoredDocument): Promise<Reading | undefined> {
  return body === undefined ? undefined : readDocument(new TextEncoder().encode(body))
}

const missingBody = ({ inBinaryData }: StoredDocument): string =>
  inBinaryData ? `key ${names.key} is in binaryData, not in data` : `key ${names.key} is missing`
