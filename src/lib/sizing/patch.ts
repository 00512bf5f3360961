import type { Pod } from '../api/pod.ts'
import { nodeSubject } from '../fact.ts'
import { balloon } from '../names.ts'
import { ceilingsOf } from './ceilings.ts'
import type { Resize } from './resize.ts'
import type { LimitFact } from './size-fact.ts'

/** RFC 6902. */
export interface JsonPatchOperation {
  readonly op: 'test' | 'replace'
  readonly path: string
  readonly value: string
}

/**
 * The body for pods/resize: a compare-and-swap on this very pod, its container and both requests. The server compares
 * text, so `from` must be what was read, letter for letter.
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
 * Looks for harm in the answer to a dry run. A LimitRange acts on resizes too: it would put limits on the balloon, which
 * cannot be removed. undefined: none.
 */
export function inspectDryRun({ pod, answer }: { pod: Pod; answer: Pod }): LimitFact | undefined {
  const ceilings = ceilingsOf(answer)
  if (ceilings.length === 0) return undefined
  const subject = nodeSubject(pod.spec.nodeName ?? '')
  return { reason: 'ResizeWouldAddLimits', subject, namespace: pod.metadata.namespace, ceilings }
}
