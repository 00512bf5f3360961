import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { quote } from '../model/quote.ts'
import { keeps, notNegative, portOrNone } from './limit.ts'
import { type Problem, type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

export const leaseCgroupsAndEventsRules: readonly Rule[] = [
  {
    id: 'V03',
    fields: ['nodeLeaseDurationSeconds'],
    meaning: 'The node lease lasts a second or longer.',
    source: validation,
    check: keeps('nodeLeaseDurationSeconds', { least: 1n }),
  },
  {
    id: 'V04',
    until: '1.30',
    fields: ['cgroupsPerQOS', 'enforceNodeAllocatable'],
    meaning: 'What enforceNodeAllocatable lists, by default pods, needs cgroups per QoS class. From 1.31 this is V58.',
    source: validation,
    check: enforcedWithoutCgroups,
  },
  {
    id: 'V05',
    fields: ['systemCgroups', 'cgroupRoot'],
    meaning: 'A cgroup for system processes needs a root cgroup.',
    source: validation,
    check: (config) =>
      unless(config.text('systemCgroups') === '' || config.text('cgroupRoot') !== '', () => ({
        reason: 'FieldValueForbidden',
        subject: 'systemCgroups',
        message: `${quote(config.text('systemCgroups'))} needs cgroupRoot, which is empty`,
        remedy: 'set cgroupRoot, for instance to /, or leave systemCgroups out',
      })),
  },
  {
    id: 'V06',
    fields: ['eventBurst'],
    meaning: 'The burst of events is not negative.',
    source: validation,
    check: keeps('eventBurst', notNegative),
  },
  {
    id: 'V07',
    fields: ['eventRecordQPS'],
    meaning: 'The rate of events is not negative; 0 is for no limit.',
    source: validation,
    check: keeps('eventRecordQPS', notNegative, '0 is for no limit'),
  },
  {
    id: 'V08',
    fields: ['healthzPort'],
    meaning: 'The health port is a port, or 0 for none.',
    source: validation,
    check: keeps('healthzPort', portOrNone, '0 switches it off'),
  },
]

function enforcedWithoutCgroups(config: Effective): readonly Problem[] {
  const enforced = config.list('enforceNodeAllocatable').map(asText)
  const byDefault = config.written('enforceNodeAllocatable') === undefined ? ' (by default)' : ''
  return unless(config.bool('cgroupsPerQOS') || enforced.length === 0, () => ({
    subject: 'cgroupsPerQOS',
    message: `must be true for enforceNodeAllocatable ${quote(enforced.join(', '))}${byDefault}`,
    remedy: 'set enforceNodeAllocatable: [] as well, or leave cgroupsPerQOS out',
  }))
}
