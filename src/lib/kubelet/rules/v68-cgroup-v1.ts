import type { Effective } from '../defaults/effective.ts'
import { asBool } from '../defaults/values.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { hostValidation } from './sources.ts'

/** For written values only: the default of failCgroupV1, true from 1.35, would be reported for every document. */
function stopsOnV1(config: Effective, field: string, stops: boolean): readonly Problem[] {
  const written = config.written(field)
  return unless(written === undefined || asBool(written) !== stops, () => ({
    path: field,
    at: written!,
    severity: 'info',
    message: `depends on the host: ${field} ${stops} stops the kubelet on cgroup v1`,
    remedy: 'check that `stat -fc %T /sys/fs/cgroup` prints cgroup2fs',
  }))
}

/** Values with which the kubelet does not start on cgroup v1. */
export const cgroupV1Rules: readonly Rule[] = [
  {
    id: 'V68',
    since: '1.31',
    fields: ['failCgroupV1', 'singleProcessOOMKill'],
    meaning:
      'On a Linux host with cgroup v1, failCgroupV1 must not be true and (from 1.32) singleProcessOOMKill must ' +
      'not be false.',
    source: hostValidation,
    hostOnly: true,
    check: (config) => [
      ...stopsOnV1(config, 'failCgroupV1', true),
      ...stopsOnV1(config, 'singleProcessOOMKill', false),
    ],
  },
]
