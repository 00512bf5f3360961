import { type Pod, type PodSpec, type PodStatus, timestamp } from '../../core/model/object.ts'
import { conditionOf, withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import type { Desk } from './desk.ts'
import { withActual, withAllocated, withStatus } from './status.ts'
import type { Verdict } from './verdict.ts'

const pending = 'PodResizePending'
export const inProgress = 'PodResizeInProgress'

/** Milliseconds until the runtime has applied a grant. */
const applyMs = [4, 25] as const

const write = ({ world }: Desk, pod: Pod, status: Partial<PodStatus>): Pod =>
  world.api.store.put('pods', withStatus(pod, status)) as Pod

interface News {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

const report = ({ world, nodeName }: Desk, about: Pod, news: News): void =>
  record(world, { about, ...news, component: 'kubelet', host: nodeName })

/** The kubelet has granted what the spec asks for. */
export function grantResize(desk: Desk, pod: Pod): void {
  const at = timestamp(desk.world.api.now())
  const going = { status: 'True', lastProbeTime: at, lastTransitionTime: at, ...generationOf(pod) }
  const waiting = withCondition(pod.status?.conditions, pending)
  if (pod.status?.containerStatuses === undefined) {
    write(desk, pod, { conditions: waiting })
    return
  }
  const conditions = withCondition(waiting, inProgress, going)
  const written = write(desk, pod, { ...withAllocated(pod, pod.spec, desk.world.api.release), conditions })
  report(desk, written, {
    type: 'Normal',
    reason: 'ResizeStarted',
    message: `Pod resize started: ${summaryOf(written)}`,
  })
  actuate(desk, written)
}

/** The runtime applies what was granted, unless another grant overtakes it. */
export function actuate(desk: Desk, granted: Pod): void {
  desk.later(desk.world.api.chance.between(...applyMs), () => {
    if (desk.allocations.of(granted) === granted.spec) complete(desk, granted)
  })
}

/** The runtime has applied the last grant, whatever is asked for by now. */
function complete(desk: Desk, { metadata, spec }: Pod): void {
  const current = desk.pods.get(metadata.uid)
  if (current === undefined || isFinished(current) || isFraction(spec)) return
  const conditions = withCondition(current.status?.conditions, inProgress)
  desk.world.api.store.put('pods', {
    ...current,
    status: { ...current.status, ...withActual(current, spec), conditions },
  } as Pod)
  const message = `Pod resize completed: ${summaryOf({ metadata, spec })}`
  report(desk, current, { type: 'Normal', reason: 'ResizeCompleted', message })
}

/** It does not fit, now or ever. Told once for each thing that is asked. */
export function refuseResize(desk: Desk, pod: Pod, refused: Exclude<Verdict, { kind: 'granted' }>): void {
  const { kind, resource, message } = refused
  const before = conditionOf(pod, pending)
  if (before !== undefined && before.observedGeneration === pod.metadata.generation) return
  const at = timestamp(desk.world.api.now())
  const reason = kind === 'deferred' ? 'Deferred' : 'Infeasible'
  const condition = {
    status: 'True',
    lastProbeTime: at,
    lastTransitionTime: before?.lastTransitionTime ?? at,
    reason,
    message,
    ...generationOf(pod),
  }
  write(desk, pod, { conditions: withCondition(pod.status?.conditions, pending, condition) })
  const text = `Pod resize OutOf${resource}: ${summaryOf(pod, message)}`
  report(desk, pod, { type: 'Warning', reason: `Resize${reason}`, message: text })
}

/** The spec asks for what was granted before. */
export function settleResize(desk: Desk, pod: Pod): void {
  const isPending = conditionOf(pod, pending) !== undefined
  if (isPending || isUnseen(pod)) write(desk, pod, { conditions: withCondition(pod.status?.conditions, pending) })
}

/** The kubelet has seen the spec, and says nothing of it yet. */
export function noticeResize(desk: Desk, uid: string): void {
  const pod = desk.pods.get(uid)
  if (pod !== undefined && isUnseen(pod)) write(desk, pod, {})
}

const generationOf = ({ metadata: { generation } }: Pod) =>
  generation === undefined ? {} : { observedGeneration: generation }

const isUnseen = ({ metadata, status }: Pod): boolean =>
  metadata.generation !== undefined && status?.observedGeneration !== metadata.generation

/** The runtime rounds parts of a byte, and never reports what was asked for: such a resize stays in progress. */
const isFraction = ({ containers }: PodSpec): boolean =>
  containers.some(({ resources }) => resources?.requests?.['memory']?.endsWith('m'))

const summaryOf = ({ metadata, spec }: Pick<Pod, 'metadata' | 'spec'>, error?: string): string =>
  JSON.stringify({
    containers: spec.containers.map(({ name, resources }) => ({ name, resources })),
    generation: metadata.generation,
    error,
  })
