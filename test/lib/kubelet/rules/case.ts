import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'

/** One input that breaks a rule, and its nearest neighbour that does not: bodies in YAML, without the header. */
export interface Case {
  readonly rule: string
  readonly breaks: string
  readonly keeps: string
  /** The newest when missing. */
  readonly release?: Release
  readonly path: string
  readonly message: string
}
