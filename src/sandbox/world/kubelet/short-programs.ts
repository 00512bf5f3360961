import { type Pod, timestamp } from '../../core/model/object.ts'
import type { KubeletState } from './state.ts'
import { withStatus } from './status.ts'

/** Milliseconds that a probe of a rollout takes. */
const probeMs = [300, 600] as const

/** All that a probe tries works here. */
const message = '{"kind":"ProbeFindings","failed":[]}'

/** Containers that run until somebody deletes them are all others. */
export function endShortProgram(state: KubeletState, { metadata: { uid }, spec }: Pod): void {
  const { args } = (spec.containers[0] ?? {}) as { args?: readonly string[] }
  if (args?.[0] !== 'controller' || args[1] !== 'probe') return
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
