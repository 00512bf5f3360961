import { check } from '../../kubelet/check/check.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { newest, type Release } from '../../kubelet/model/releases.ts'
import { readDocument } from '../../yaml/read/read.ts'

/** What a kubelet decodes from these bytes; undefined when it cannot. */
export async function decodeAny(bytes: Uint8Array, release: Release = newest): Promise<ConfigDocument | undefined> {
  return check(await readDocument(bytes), release).document
}
