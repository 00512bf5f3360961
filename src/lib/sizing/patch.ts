import type { Pod } from '../api/pod.ts'
import { Failure } from '../failure.ts'
import { balloon } from '../names.ts'
import { ceilingsOf } from './requests.ts'
import type { Resize } from './resize.ts'

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
 * Looks for harm in the answer to a dry run. A LimitRange acts on resizes too: it would put limits on the balloon, for
 * good. undefined: none.
 */
export function inspectDryRun(answer: Pod): Failure | undefined {
  const ceilings = ceilingsOf(answer)
  if (ceilings.length === 0) return undefined
  const { name, namespace } = answer.metadata
  return new Failure('refused', `the cluster would put a ${ceilings.join(' and a ')} on balloon ${name}, for good`, {
    suggestions: [`remove the LimitRange of namespace ${namespace}, or install nodesize in a namespace without one`],
  })
}
