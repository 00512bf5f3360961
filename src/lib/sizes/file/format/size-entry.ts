import type { FileSubject } from '../../../message/fact.ts'
import { domain } from '../../../names.ts'
import type { Resource } from '../../../pods/amounts.ts'
import type { HoldPolicy } from '../../model/hold-policy.ts'
import type { SizeRequest } from '../../model/size.ts'

export const sizeFileKind = 'NodeSizeConfiguration'
export const sizeFileVersion = `${domain}/v1alpha1`

/** An item of `sizes`: a size for one node, or for all nodes with these labels. */
export interface SizeEntry {
  readonly at: FileSubject
  readonly nodes:
    | { readonly by: 'name'; readonly name: string }
    | { readonly by: 'labels'; readonly labels: Readonly<Record<string, string>> }
  readonly size: SizeRequest
  /** What stays the same when allocatable changes; undefined: what is stored for the node. */
  readonly hold?: HoldPolicy | undefined
  /** Where the amounts are. */
  readonly places: { readonly [R in Resource]?: FileSubject }
}
