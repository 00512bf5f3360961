import type { Effective } from '../defaults/effective.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const [total, critical] = ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods']
const byPriority = 'shutdownGracePeriodByPodPriority'
const gate = 'GracefulNodeShutdown'
const priorityGate = 'GracefulNodeShutdownBasedOnPodPriority'

const second = 1_000_000_000n

/** How long a node shutdown is delayed for pods. */
export const shutdownRules: readonly Rule[] = [
  {
    id: 'V40',
    gates: [gate],
    fields: [critical, total],
    meaning: 'shutdownGracePeriodCriticalPods must not be greater than shutdownGracePeriod.',
    source: validation,
    check: (config) =>
      unless(!config.enabled(gate) || config.duration(critical) <= config.duration(total), () => ({
        subject: critical,
        message: `${shown(config, critical)} must not be greater than ${total} ${shown(config, total)}`,
        remedy: `${total} includes the time for critical pods`,
      })),
  },
  {
    id: 'V41',
    gates: [gate],
    fields: [total],
    meaning: 'shutdownGracePeriod must be 0s, or 1s or longer.',
    source: validation,
    check: (config) => noneOrASecond(config, total),
  },
  {
    id: 'V42',
    gates: [gate],
    fields: [critical],
    meaning: 'shutdownGracePeriodCriticalPods must be 0s, or 1s or longer.',
    source: validation,
    check: (config) => noneOrASecond(config, critical),
  },
  {
    id: 'V43',
    gates: [gate],
    fields: [total, critical],
    meaning: 'shutdownGracePeriod and shutdownGracePeriodCriticalPods require the feature gate GracefulNodeShutdown.',
    source: validation,
    check: (config) => (config.enabled(gate) ? [] : given(config).map((field) => ungated(config, field))),
  },
  {
    id: 'V44',
    gates: [priorityGate],
    fields: [byPriority, total, critical],
    meaning:
      'shutdownGracePeriodByPodPriority must not be combined with shutdownGracePeriod or ' +
      'shutdownGracePeriodCriticalPods.',
    source: validation,
    check: (config) => {
      const [other] = given(config)
      if (!config.enabled(priorityGate) || config.list(byPriority).length === 0 || other === undefined) return []
      return [
        {
          reason: 'FieldValueForbidden',
          subject: byPriority,
          message: `must not be combined with ${other} ${shown(config, other)}`,
          remedy: 'omit one of them',
        },
      ]
    },
  },
  {
    id: 'V45',
    gates: [priorityGate],
    fields: [byPriority],
    meaning: 'shutdownGracePeriodByPodPriority requires the feature gate GracefulNodeShutdownBasedOnPodPriority.',
    source: validation,
    check: (config) =>
      unless(config.enabled(priorityGate) || config.list(byPriority).length === 0, () =>
        withoutGate({ field: byPriority, gate: priorityGate }),
      ),
  },
]

const shown = (config: Effective, field: string): string => config.durationText(field)

/** Which of the two fields are set. */
const given = (config: Effective): readonly string[] => [total, critical].filter((field) => config.duration(field) > 0n)

function noneOrASecond(config: Effective, field: string): readonly Problem[] {
  const time = config.duration(field)
  return unless(!config.enabled(gate) || time === 0n || time >= second, () => ({
    subject: field,
    message: `${shown(config, field)} must be 0s, or 1s or longer`,
  }))
}

function ungated(config: Effective, field: string): Problem {
  const at = config.written(field)
  return { path: field, ...(at !== undefined && { at }), ...withoutGate({ field, value: shown(config, field), gate }) }
}
