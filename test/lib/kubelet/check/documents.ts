import { type Checked, check } from '../../../../src/lib/kubelet/check/check.ts'
import type { ConfigDocument } from '../../../../src/lib/kubelet/model/document.ts'
import { newest, type Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'

/** Two lines: a body's first line is line 3. */
export const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** A whole document, as it is. */
export async function checked(text: string, release: Release = newest): Promise<Checked> {
  return check(await readDocument(new TextEncoder().encode(text)), release)
}

/** A body in YAML. */
export const checkedBody = (body: string, release?: Release): Promise<Checked> => checked(header + body, release)

/** Members of a JSON object. */
export const checkedJson = (members: string, release?: Release): Promise<Checked> =>
  checked(`{"apiVersion":"kubelet.config.k8s.io/v1beta1","kind":"KubeletConfiguration",${members}}`, release)

/** The document of a body that decodes. */
export async function documentOf(body: string, release?: Release): Promise<ConfigDocument> {
  const { document, findings } = await checkedBody(body, release)
  if (document === undefined) throw new Error(`does not decode: ${JSON.stringify(findings)}`)
  return document
}
