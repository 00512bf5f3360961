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
    meaning: 'nodeLeaseDurationSeconds must be greater than 0.',
    source: validation,
    check: keeps('nodeLeaseDurationSeconds', { least: 1n }),
  },
  {
    id: 'V04',
    until: '1.30',
    fields: ['cgroupsPerQOS', 'enforceNodeAllocatable'],
    meaning: 'enforceNodeAllocatable, by default pods, requires cgroupsPerQOS. From 1.31 this is V58.',
    source: validation,
    check: enforcedWithoutCgroups,
  },
  {
    id: 'V05',
    fields: ['systemCgroups', 'cgroupRoot'],
    meaning: 'systemCgroups requires cgroupRoot.',
    source: validation,
    check: (config) =>
      unless(config.text('systemCgroups') === '' || config.text('cgroupRoot') !== '', () => ({
        reason: 'FieldValueForbidden',
        subject: 'systemCgroups',
        message: `${quote(config.text('systemCgroups'))} needs cgroupRoot, which is empty`,
        remedy: 'set cgroupRoot, for example to /, or omit systemCgroups',
      })),
  },
  {
    id: 'V06',
    fields: ['eventBurst'],
    meaning: 'eventBurst must not be negative.',
    source: validation,
    check: keeps('eventBurst', notNegative),
  },
  {
    id: 'V07',
    fields: ['eventRecordQPS'],
    meaning: 'eventRecordQPS must not be negative.',
    source: validation,
    check: keeps('eventRecordQPS', notNegative),
  },
  {
    id: 'V08',
    fields: ['healthzPort'],
    meaning: 'healthzPort must be a port, or 0 to disable it.',
    source: validation,
    check: keeps('healthzPort', portOrNone, '0 disables it'),
  },
]

function enforcedWithoutCgroups(config: Effective): readonly Problem[] {
  const enforced = config.list('enforceNodeAllocatable').map(asText)
  const byDefault = config.written('enforceNodeAllocatable') === undefined ? ' (by default)' : ''
  return unless(config.bool('cgroupsPerQOS') || enforced.length === 0, () => ({
    subject: 'cgroupsPerQOS',
    message: `must be true for enforceNodeAllocatable ${quote(enforced.join(', '))}${byDefault}`,
    remedy: 'set enforceNodeAllocatable: [] as well, or omit cgroupsPerQOS',
  }))
}
