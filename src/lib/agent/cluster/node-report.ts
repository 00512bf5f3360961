import { agent } from '../../names.ts'
import type { NodeReport } from '../ports/agent-node.ts'
import { heartbeatMs } from '../report/heartbeat.ts'
import { type Reported, timeOf } from './node-seen.ts'

/** The strategic merge patch for a report, at this time; undefined when the Node has it, with a recent heartbeat. */
export function reportPatch({ condition, annotation }: NodeReport, before: Reported, now: number): object | undefined {
  const { status, reason, message } = condition
  const old = before.condition
  const isSame = old?.status === status && old.reason === reason && old.message === message
  if (isSame && before.annotation === annotation && isRecent(old.lastHeartbeatTime, now)) return undefined
  const at = rfc3339(now)
  const since = old?.status === status && timeOf(old.lastTransitionTime) !== undefined ? old.lastTransitionTime : at
  const { condition: type, annotation: names } = agent
  return {
    metadata: { annotations: { [names.status]: annotation } },
    status: { conditions: [{ type, status, reason, message, lastHeartbeatTime: at, lastTransitionTime: since }] },
  }
}

/** A heartbeat from the future is of a clock that was set back: it is renewed. */
function isRecent(heartbeat: string | undefined, now: number): boolean {
  const age = now - (timeOf(heartbeat) ?? Number.NEGATIVE_INFINITY)
  return age < heartbeatMs && age > -heartbeatMs
}

/** The form of a time in a condition: without fractions of a second. */
const rfc3339 = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

export const withdrawPatch = {
  metadata: { annotations: { [agent.annotation.status]: null } },
  status: { conditions: [{ type: agent.condition, $patch: 'delete' }] },
}
