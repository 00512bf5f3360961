import { safeText } from '../../loop/events/safe-text.ts'
import { adviceOf } from '../../message/describe.ts'
import type { Fact } from '../../message/fact.ts'
import { isFailing } from '../health/ends.ts'
import { sameConfig } from '../model/config.ts'
import type { Phase } from '../model/phase.ts'
import type { AgentStatus } from '../status/status.ts'
import { AgentPhase, LiveFileDrifted, ShadowedByFlags } from './report-messages.ts'
import { reportedConfig, reportedTrial } from './report-of.ts'

/** True: the kubelet runs what is assigned, and it is proven. Unknown: that is not decided. False: a person has to act. */
const statuses: Readonly<Record<Phase, NodeCondition['status']>> = {
  Idle: 'True',
  Resolving: 'Unknown',
  Rejected: 'False',
  Held: 'False',
  Applying: 'Unknown',
  Trial: 'Unknown',
  Good: 'True',
  RollingBack: 'False',
  RolledBack: 'False',
  DeadEnd: 'False',
  Frozen: 'Unknown',
}

/** The reason is the phase, except while the phase alone would be good news that is not true. */
export function conditionOf(status: AgentStatus): NodeCondition {
  return { ...verdictOf(status), message: safeText(adviceIn(factsOf(status))) }
}

const adviceIn = (facts: readonly Fact[]): string => facts.map(adviceOf).join('\n')

function verdictOf({
  phase,
  assigned,
  active,
  drifted,
  trouble,
}: AgentStatus): Pick<NodeCondition, 'status' | 'reason'> {
  if (trouble !== undefined && isFailing(trouble.reason)) return { status: 'False', reason: trouble.reason }
  const isFrozenInPlace = phase === 'Frozen' && assigned !== undefined && sameConfig(assigned, active)
  const status = isFrozenInPlace ? 'True' : statuses[phase]
  if (status !== 'True') return { status, reason: phase }
  if (drifted) return { status: 'False', reason: 'LiveFileDrifted' }
  if (trouble !== undefined) return { status: 'Unknown', reason: trouble.reason }
  return { status, reason: phase }
}

function factsOf(status: AgentStatus): readonly Fact[] {
  const { phase, assigned, active, lastKnownGood, trial, problem, trouble, drifted, shadowedByFlags } = status
  const now = AgentPhase({
    phase,
    assigned: assigned && reportedConfig(assigned),
    active: reportedConfig(active),
    lastKnownGood: reportedConfig(lastKnownGood),
    trial: reportedTrial(trial),
  })
  const drift = drifted ? [LiveFileDrifted()] : []
  const shadows = shadowedByFlags.length === 0 ? [] : [ShadowedByFlags({ fields: shadowedByFlags })]
  return [now, problem, trouble, ...drift, ...shadows].filter((fact) => fact !== undefined)
}

/** Our condition of the Node (names.ts, agent.condition), as far as the agent decides it. */
export interface NodeCondition {
  readonly status: 'True' | 'False' | 'Unknown'
  /** CamelCase. */
  readonly reason: string
  /** Never empty: a patch with an empty message would leave the old one. */
  readonly message: string
}
