import { isEdited } from '../../documents/stamp.ts'
import { KeyInBinaryData, KeyMissing, type StoredDocument } from '../../documents/stored-document.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import { readText } from '../../yaml/read/read.ts'
import { type DocumentFlaw, UnusableDocument } from './document-messages.ts'
import { type Review, review } from './review.ts'

/** A stored document, read anew: its stamp is not trusted. */
export interface Inspection {
  readonly stored: StoredDocument
  /** The verdict of the kubelets; undefined when it has no text. */
  readonly review: Review | undefined
  /** undefined when no kubelet could decode it. */
  readonly document: ConfigDocument | undefined
  /** Computed from the text; undefined when `document` is. */
  readonly digest: string | undefined
  /** Pushed by kubeletcfg, and changed by another client since. */
  readonly editedByHand: boolean
  /**
   * Why none of these kubelets could run on it, from the first of them. It still hides the documents behind it: a typo
   * must not become another configuration.
   */
  readonly flaw: DocumentFlaw | undefined
}

/** Reads and decodes it once for the kubelets of all these releases, oldest first. */
export async function inspect(stored: StoredDocument, releases: readonly Release[] = [newest]): Promise<Inspection> {
  const { body } = stored
  const reviewed = body === undefined ? undefined : review(await readText(body), releases)
  return {
    stored,
    review: reviewed,
    document: reviewed?.document,
    digest: reviewed?.digest,
    editedByHand: isEdited(stored, reviewed?.digest),
    flaw: reviewed === undefined ? withoutText(stored) : flawOf(reviewed),
  }
}

const withoutText = ({ inBinaryData }: StoredDocument): DocumentFlaw =>
  inBinaryData ? KeyInBinaryData() : KeyMissing()

function flawOf({ unusable, releases }: Review): DocumentFlaw | undefined {
  const [first] = unusable
  return first === undefined || unusable.length < releases.length
    ? undefined
    : UnusableDocument({ findings: first.findings })
}

export type Inspect = typeof inspect

/** The same for documents that several targets share: each is inspected once. */
export function inspectOnce(): Inspect {
  const inspected = new Map<StoredDocument, Promise<Inspection>>()
  return (stored, releases) => {
    const known = inspected.get(stored) ?? inspect(stored, releases)
    inspected.set(stored, known)
    return known
  }
}

/** The same for documents that many nodes get, whatever a rollout makes of them: once for the kubelets of the same releases. */
export function inspectOncePerReleases(): Inspect {
  const inspected = new Map<string, Promise<Inspection>>()
  return (stored, releases = [newest]) => {
    const { name, uid, resourceVersion, body = '' } = stored
    const key = [name, uid, resourceVersion, releases, body].join(' ')
    const known = inspected.get(key) ?? inspect(stored, releases)
    inspected.set(key, known)
    return known
  }
}
