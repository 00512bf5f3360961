import { type Pod, type PodSpec, type PodStatus, timestamp } from '../../core/model/object.ts'
import { conditionOf, withCondition } from '../runtime/conditions.ts'
import { record } from '../runtime/events.ts'
import { isFinished } from '../runtime/phases.ts'
import type { ClaimVerdict } from './claim-verdict.ts'
import type { KubeletState } from './state.ts'
import { withActual, withAllocated, withStatus } from './status.ts'

const pending = 'PodResizePending'
export const inProgress = 'PodResizeInProgress'

/** Milliseconds until the container runtime has applied a grant. */
const applyMs = [4, 25] as const

const write = ({ world }: KubeletState, pod: Pod, status: Partial<PodStatus>): Pod =>
  world.api.store.put('pods', withStatus(pod, status)) as Pod

interface EventText {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

const report = ({ world, nodeName }: KubeletState, about: Pod, event: EventText): void =>
  record(world, { about, ...event, component: 'kubelet', host: nodeName })

/** Reports that the resize in the spec is granted, and applies it. */
export function grantResize(state: KubeletState, pod: Pod): void {
  const at = timestamp(state.world.api.now())
  const going = { status: 'True', lastProbeTime: at, lastTransitionTime: at, ...generationOf(pod) }
  const waiting = withCondition(pod.status?.conditions, pending)
  if (pod.status?.containerStatuses === undefined) {
    write(state, pod, { conditions: waiting })
    return
  }
  const conditions = withCondition(waiting, inProgress, going)
  const written = write(state, pod, { ...withAllocated(pod, pod.spec, state.world.api.release), conditions })
  report(state, written, {
    type: 'Normal',
    reason: 'ResizeStarted',
    message: `Pod resize started: ${summaryOf(written)}`,
  })
  actuate(state, written)
}

/** Lets the runtime apply a grant after a delay, unless it is superseded by another. */
export function actuate(state: KubeletState, granted: Pod): void {
  state.later(state.world.api.chance.between(...applyMs), () => {
    if (state.allocations.of(granted) === granted.spec) complete(state, granted)
  })
}

/** Reports that the runtime has applied the last grant, even if the spec has changed since. */
function complete(state: KubeletState, { metadata, spec }: Pod): void {
  const current = state.pods.get(metadata.uid)
  if (current === undefined || isFinished(current) || isFraction(spec)) return
  const conditions = withCondition(current.status?.conditions, inProgress)
  state.world.api.store.put('pods', {
    ...current,
    status: { ...current.status, ...withActual(current, spec), conditions },
  } as Pod)
  const message = `Pod resize completed: ${summaryOf({ metadata, spec })}`
  report(state, current, { type: 'Normal', reason: 'ResizeCompleted', message })
}

/** Reports that a resize is deferred or infeasible, once for each request. */
export function refuseResize(state: KubeletState, pod: Pod, refused: Exclude<ClaimVerdict, { kind: 'granted' }>): void {
  const { kind, resource, message } = refused
  const before = conditionOf(pod, pending)
  if (before !== undefined && before.observedGeneration === pod.metadata.generation) return
  const at = timestamp(state.world.api.now())
  const reason = kind === 'deferred' ? 'Deferred' : 'Infeasible'
  const condition = {
    status: 'True',
    lastProbeTime: at,
    lastTransitionTime: before?.lastTransitionTime ?? at,
    reason,
    message,
    ...generationOf(pod),
  }
  write(state, pod, { conditions: withCondition(pod.status?.conditions, pending, condition) })
  const text = `Pod resize OutOf${resource}: ${summaryOf(pod, message)}`
  report(state, pod, { type: 'Warning', reason: `Resize${reason}`, message: text })
}

/** Clears the pending condition when the spec equals what was granted. */
export function settleResize(state: KubeletState, pod: Pod): void {
  const isPending = conditionOf(pod, pending) !== undefined
  if (isPending || isUnseen(pod)) write(state, pod, { conditions: withCondition(pod.status?.conditions, pending) })
}

/** Reports the observed generation only: the kubelet has seen the resize, but has not decided on it. */
export function noticeResize(state: KubeletState, uid: string): void {
  const pod = state.pods.get(uid)
  if (pod !== undefined && isUnseen(pod)) write(state, pod, {})
}

const generationOf = ({ metadata: { generation } }: Pod) =>
  generation === undefined ? {} : { observedGeneration: generation }

const isUnseen = ({ metadata, status }: Pod): boolean =>
  metadata.generation !== undefined && status?.observedGeneration !== metadata.generation

/** The runtime rounds fractions of a byte, so that such a resize stays in progress. */
const isFraction = ({ containers }: PodSpec): boolean =>
  containers.some(({ resources }) => resources?.requests?.['memory']?.endsWith('m'))

const summaryOf = ({ metadata, spec }: Pick<Pod, 'metadata' | 'spec'>, error?: string): string =>
  JSON.stringify({
    containers: spec.containers.map(({ name, resources }) => ({ name, resources })),
    generation: metadata.generation,
    error,
  })
