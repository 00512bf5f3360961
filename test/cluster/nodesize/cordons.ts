import { balloon } from '../../../src/lib/names.ts'
import { kubectlJson } from '../kubectl.ts'

interface Node {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> }
  readonly spec: { readonly unschedulable?: boolean }
}

/** Whether a node is cordoned, and the mark of whoever did it for a resize. */
export async function cordonOf(node: string) {
  const { metadata, spec } = await kubectlJson<Node>(['get', 'node', node])
  return { cordoned: spec.unschedulable ?? false, mark: metadata.annotations[balloon.cordonAnnotation] }
}

export const free = { cordoned: false, mark: undefined }
