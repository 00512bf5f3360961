import { type Pod, timestamp } from '../../core/model/object.ts'
import { isProbe } from '../../core/pods/probe.ts'
import type { KubeletState } from './state.ts'
import { withStatus } from './status.ts'

/** Milliseconds that a probe of a rollout takes. */
const probeMs = [300, 600] as const

/** All that a probe tries works here. */
const message = '{"kind":"ProbeFindings","failed":[]}'

/** Containers that run until somebody deletes them are all others. */
export function endShortProgram(state: KubeletState, started: Pod): void {
  if (!isProbe(started)) return
  const { uid } = started.metadata
  const { api } = state.world
  state.later(api.chance.between(...probeMs), () => {
    const pod = state.pods.get(uid)
    if (pod?.status?.phase !== 'Running') return
    const at = timestamp(api.now())
    const terminated = { exitCode: 0, reason: 'Completed', message, startedAt: pod.status.startTime, finishedAt: at }
    const containerStatuses = pod.status.containerStatuses?.map((one) => ({
      ...{ ...one, ready: false, started: false, state: { terminated } },
    }))
    api.store.put('pods', withStatus(pod, { phase: 'Succeeded', containerStatuses } as never))
  })
}
