import { type Checked, check } from '../config/check.ts'
import { digest } from '../config/digest.ts'
import type { ConfigDocument } from '../config/document.ts'
import { newest, type Release } from '../config/releases.ts'
import { document as names } from '../names.ts'
import type { StoredDocument } from '../ports.ts'
import { readDocument } from '../reading/read.ts'
import { withPath } from '../render/findings.ts'

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
  const missing = missingBody(stored)
  const checked = missing === undefined ? await checkText(stored.body ?? '', release) : undefined
  const now = checked?.document === undefined ? undefined : digest(checked.document)
  return {
    stored,
    document: checked?.document,
    digest: now,
    editedByHand: stored.stamp.digest !== undefined && stored.stamp.digest !== now,
    problem: missing ?? fatal(checked),
  }
}

async function checkText(text: string, release: Release): Promise<Checked> {
  return check(await readDocument(new TextEncoder().encode(text)), release)
}

function missingBody(stored: StoredDocument): string | undefined {
  if (stored.body !== undefined) return undefined
  return stored.inBinaryData ? `key ${names.key} is in binaryData, not in data` : `key ${names.key} is missing`
}

function fatal(checked: Checked | undefined): string | undefined {
  const [first, ...others] = checked?.findings.filter((finding) => finding.fatal) ?? []
  if (first === undefined) return undefined
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `line ${first.line}: ${withPath(first)}${more}`
}
