import type { Pod } from '../api/pod.ts'

/** Exact text for one balloon's requests, as the API server would store it. */
export interface Requests {
  readonly cpu: string
  readonly memory: string
}

export interface Resize {
  readonly pod: Pod
  /** What was read: the patch holds only while the balloon still asks for exactly this text. */
  readonly from: Requests
  readonly to: Requests
}
