import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { balloon } from '../../names.ts'
import type { QuantityText } from '../../pods/amounts.ts'
import type { Requests } from '../../pods/requests.ts'
import { resourceLimitsOf } from '../model/resource-limits.ts'
import { type LimitFact, ResizeWouldAddLimits } from '../model/size-messages.ts'

/** RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'test' | 'replace'
  readonly path: string
  readonly value: string
}

/**
 * The body for pods/resize: a compare-and-swap on this pod, its container and both requests. The server compares
 * strings, so `from` must be exactly the text that was read.
 */
export function resizePatch({ pod, from, to }: Resize): readonly JsonPatchOperation[] {
  const index = pod.spec.containers.findIndex(({ name }) => name === balloon.container)
  const container = `/spec/containers/${index}`
  const requests = `${container}/resources/requests`
  return [
    { op: 'test', path: '/metadata/uid', value: pod.metadata.uid },
    { op: 'test', path: `${container}/name`, value: balloon.container },
    { op: 'test', path: `${requests}/cpu`, value: from.cpu },
    { op: 'test', path: `${requests}/memory`, value: from.memory },
    { op: 'replace', path: `${requests}/cpu`, value: to.cpu },
    { op: 'replace', path: `${requests}/memory`, value: to.memory },
  ]
}

/**
 * Checks the answer to a dry run for harmful changes. A LimitRange applies to resizes, too: it would add limits to the
 * balloon, which cannot be removed. undefined: none.
 */
export function inspectDryRun({ pod, answer }: { pod: Pod; answer: Pod }): LimitFact | undefined {
  const resourceLimits = resourceLimitsOf(answer)
  if (resourceLimits.length === 0) return undefined
  const subject = nodeSubject(pod.spec.nodeName ?? '')
  return ResizeWouldAddLimits({ subject, namespace: pod.metadata.namespace, resourceLimits })
}

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
