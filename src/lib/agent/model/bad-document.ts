import type { Fact } from '../../message/fact.ts'

/** A document that was rolled back. It is not tried again until its content or the version of the kubelet changes. */
export interface BadDocument {
  readonly digest: string
  /** Such as v1.36.3. */
  readonly kubeletVersion: string
  readonly because: Fact
  /** Milliseconds since the epoch, for display. */
  readonly at: number
}
