import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { quote } from '../model/quote.ts'
import { isAtLeast, type Problem, type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [enforced, systemCgroups] = ['enforceNodeAllocatable', 'systemCgroups'] as const
const reservations = { 'kube-reserved': 'kubeReserved', 'system-reserved': 'systemReserved' } as const

/** Of the cgroups around the pods. */
export const cgroupRules: readonly Rule[] = [
  {
    id: 'S20',
    fields: [...Object.values(reservations), enforced],
    meaning:
      'kubeReserved and systemReserved must be set, in the file or by their flags, where enforceNodeAllocatable ' +
      'enforces them.',
    source: 'pkg/kubelet/cm/node_container_manager_linux.go, enforceExistingCgroup',
    check: (config) => Object.entries(reservations).flatMap(([key, field]) => unreserved(config, key, field)),
  },
  {
    id: 'S21',
    fields: [systemCgroups],
    meaning: 'systemCgroups must not be the root cgroup.',
    source: 'pkg/kubelet/cm/container_manager_linux.go, setupNode',
    check: (config) =>
      unless(config.text(systemCgroups) !== '/', () => ({
        subject: systemCgroups,
        message: `${quote('/')} must not be the root cgroup`,
        remedy: 'give a cgroup below it, such as /system.slice, or leave the field out',
      })),
  },
]

/**
 * An empty reservation is none; one of other resources than the cgroup's is enough. Not an error: OpenShift gives its
 * reservations as flags.
 */
function unreserved(config: Effective, key: string, field: string): readonly Problem[] {
  const keys = isAtLeast(config, '1.32') ? [key, `${key}-compressible`] : [key]
  const [found] = config
    .list(enforced)
    .map(asText)
    .filter((text) => keys.includes(text))
  return unless(found === undefined || config.map(field).size > 0, () => ({
    ...placeOf(config, field),
    severity: 'warning',
    reason: 'FieldValueRequired',
    subject: field,
    message: `must be set while ${enforced} has ${found}, or the kubelet exits`,
    remedy: `set it, here or by its flag, or take ${found} out of the list`,
  }))
}
