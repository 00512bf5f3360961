import type { Documents } from '../../documents/ports/documents.ts'
import { globalTarget, nodeTarget, whyNoDocument } from '../../documents/target.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Enrollment } from '../ports/enrollment.ts'

/** Reads what an agent reads, over its own connection. Rejects when its credentials do not suffice for that. */
export async function tryCredentials(
  { enrollment, documents }: { readonly enrollment: Enrollment; readonly documents: Documents },
  node: string,
  limits: Limits,
): Promise<void> {
  await enrollment.machineOf(node, limits)
  await documents.read(globalTarget, limits)
  if (whyNoDocument(node) === undefined) await documents.read(nodeTarget(node), limits)
}
