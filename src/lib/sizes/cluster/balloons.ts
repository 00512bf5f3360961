import { podPath, podsPath } from '../../api/kinds.ts'
import type { Pod } from '../../api/pod.ts'
import type { Refusal } from '../../cluster/http/answer.ts'
import { listVersioned } from '../../cluster/http/paging.ts'
import { failureOf, hasCause, isAbsent, isFailedTest, isUnknownResource } from '../../cluster/http/refusal.ts'
import type { Rest } from '../../cluster/http/rest.ts'
import { writeQuery } from '../../cluster/http/rest.ts'
import {
  ObjectGone,
  OverNodeCapacity,
  PodChanged,
  type ResizeFact,
  ResizeNotServed,
  type ServerFact,
} from '../../cluster/ports/server-messages.ts'
import { podOf } from '../../cluster/resources/pod-object.ts'
import type { WatchTiming } from '../../cluster/watch/timing.ts'
import { watchObject } from '../../cluster/watch/watch-object.ts'
import { Failure } from '../../message/failure.ts'
import { balloon } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import { resizePatch } from '../plan/patch.ts'
import type { BalloonList, Balloons } from '../ports/balloons.ts'

/** Balloon pods of one namespace. */
export function balloonsOver(rest: Rest, namespace: string, timing: WatchTiming): Balloons {
  const labelSelector = `${balloon.podLabel.key}=${balloon.podLabel.value}`
  async function list(more: { readonly fieldSelector?: string }, limits: Limits): Promise<BalloonList> {
    const listing = { path: podsPath(namespace), labelSelector, ...more }
    const { items, version } = await listVersioned<Pod, Pod>(rest, { listing, small: podOf }, limits)
    return { pods: items, resourceVersion: version }
  }
  return {
    namespace,
    async resize(resize, dryRun, limits) {
      const { name } = resize.pod.metadata
      const call = {
        method: 'PATCH',
        path: `${podPath(namespace, name)}/resize`,
        query: writeQuery(balloon.fieldManager, dryRun),
        body: resizePatch(resize),
        contentType: 'application/json-patch+json',
      } as const
      const answer = await rest.ask<Pod>(call, limits)
      if (answer.kind === 'refused') throw resizeFailure(answer.refusal, { name, server: rest.server })
      return podOf(answer.body)
    },
    async read(name, limits) {
      const found = await rest.find<Pod>({ method: 'GET', path: podPath(namespace, name) }, limits)
      return found && podOf(found)
    },
    list: (limits) => list({}, limits),
    listNotRunning: (limits) => list({ fieldSelector: 'status.phase!=Running' }, limits),
    watch: (name, limits, since) =>
      watchObject(rest, { path: podsPath(namespace), name, small: podOf, timing, since }, limits),
  }
}

/** Refusals of a resize that have another meaning than elsewhere. */
function resizeFailure(refusal: Refusal, { name, server }: { name: string; server: string }): Error {
  const about = { subject: { kind: 'Pod', name }, serverMessage: refusal.text }
  const failure = (code: Failure['code'], fact: ServerFact | ResizeFact) => new Failure(code, fact)
  if (isAbsent(refusal)) return failure('conflict', ObjectGone(about))
  if (isUnknownResource(refusal))
    return failure('refused', ResizeNotServed({ ...about, subject: { kind: 'Server', name: server } }))
  if (isFailedTest(refusal)) return failure('conflict', PodChanged(about))
  if (hasCause(refusal, 'NodeCapacity'))
    return failure('invalid', OverNodeCapacity({ causes: refusal.status?.details?.causes ?? [], ...about }))
  return failureOf(refusal, server)
}
