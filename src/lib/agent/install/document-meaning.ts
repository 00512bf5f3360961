import { check } from '../../kubelet/check/check.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { readDocument } from '../../yaml/read/read.ts'

/** What a kubelet decodes from these bytes; undefined when it cannot. */
export async function decoded(bytes: Uint8Array, release: Release): Promise<ConfigDocument | undefined> {
  return check(await readDocument(bytes), release).document
}

/** Whether two documents mean the same to a kubelet; what it cannot decode is the same only byte for byte. */
export async function meanTheSame(a: Uint8Array, b: Uint8Array, release: Release): Promise<boolean> {
  if (Buffer.compare(a, b) === 0) return true
  const [one, other] = [await decoded(a, release), await decoded(b, release)]
  return one !== undefined && other !== undefined && digest(one) === digest(other)
}
