import { type Assessment, assessChange } from '../../../src/lib/kubelet/changes/assess.ts'
import { check } from '../../../src/lib/kubelet/check/check.ts'
import type { ConfigDocument } from '../../../src/lib/kubelet/model/document.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import { newest } from '../versions.ts'

/** That of the kubelets that the changes are made on. */
export const release = newest

export async function assessed(before: string, after: string): Promise<Assessment> {
  return assessChange(release, { before: await documentOf(before), after: await documentOf(after) })
}

export async function documentOf(text: string): Promise<ConfigDocument> {
  const { document, valid, findings } = check(await readDocument(text), release)
  if (document === undefined || !valid) throw new Error(`not valid: ${JSON.stringify(findings)}`)
  return document
}
