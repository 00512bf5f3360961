import type { DryRun, Limits } from '../../ports/limits.ts'
import type { SizeBucket } from '../desired/desired-size.ts'
import type { DesiredSizeChange } from '../desired/desired-size-patch.ts'
import type { KeyPart } from '../desired/size-bucket.ts'

export interface DesiredSizeWrite {
  readonly node: string
  /** Which of its keys is written; its desired size unless given. */
  readonly part?: KeyPart | undefined
  /** The text of the desired size that was read: the write succeeds only if it is unchanged. undefined: there was none. */
  readonly replaces: string | undefined
  /** undefined: the node has no desired size any more. */
  readonly text: string | undefined
  /** As DesiredSizeChange has it. */
  readonly beside?: DesiredSizeChange['beside']
  /** As it was read: it saves a request. */
  readonly bucket: SizeBucket
}

/** The desired sizes of one namespace, in the ConfigMaps that install created. */
export interface DesiredSizes {
  readonly namespace: string
  /** The desired sizes beside which that of a node is stored; undefined: install did not create the ConfigMap. */
  read(node: string, limits: Limits): Promise<SizeBucket | undefined>
  /** All that exist, by name. Without the right to list ConfigMaps, reads each of them. */
  list(limits: Limits): Promise<readonly SizeBucket[]>
  /**
   * Compare-and-swap on a key of one node: Failure 'conflict' when it changed, or when the ConfigMap is gone. Never
   * creates a ConfigMap, and leaves the desired sizes of other nodes alone.
   */
  write(write: DesiredSizeWrite, dryRun: DryRun, limits: Limits): Promise<SizeBucket>
}
