import type { Pod } from '../../api/pod.ts'
import type { QuantityText } from '../../pods/amounts.ts'
import type { Requests } from '../../pods/requests.ts'

/** The resize of one balloon, as it is sent. */
export interface Resize {
  readonly pod: Pod
  /** What was read: the resize succeeds only while the balloon still requests exactly this text. */
  readonly from: QuantityText
  readonly to: QuantityText
}

export const resizeFor = ({ pod, from, to }: { pod: Pod; from: Requests; to: Requests }): Resize => ({
  pod,
  from: from.text,
  to: to.text,
})
