import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { placeOfItem } from '../rules/place-in.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'

const [enforced, systemCgroups] = ['enforceNodeAllocatable', 'systemCgroups'] as const
const reservations = { 'kube-reserved': 'kubeReserved', 'system-reserved': 'systemReserved' } as const

/** Cgroups of processes outside of pods. */
export const cgroupRules: readonly Rule[] = [
  {
    id: 'S20',
    severity: 'warning',
    fields: [...Object.values(reservations), enforced],
    reads: [enforced],
    meaning:
      'kubeReserved and systemReserved must be set, in the file or by their flags, if enforceNodeAllocatable ' +
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
        message: 'must not be the root cgroup',
        remedy: 'use a cgroup below it, such as /system.slice, or omit the field',
      })),
  },
]

/**
 * An empty reservation counts as none; one of any resource is enough. A warning, because OpenShift sets its
 * reservations by flags.
 */
function unreserved(config: Effective, key: string, field: string): readonly Problem[] {
  const keys = config.isAtLeast('1.32') ? [key, `${key}-compressible`] : [key]
  const [found] = config
    .list(enforced)
    .map(asText)
    .filter((text) => keys.includes(text))
  return unless(found === undefined || config.map(field).size > 0, () => ({
    ...(config.written(field) === undefined ? placeOfItem(config, enforced, [found!]) : placeOf(config, field)),
    reason: 'FieldValueRequired',
    message: `${field} must be set while ${enforced} has ${found}, or the kubelet exits`,
    remedy: `set it here or by its flag, or remove ${found} from the list`,
  }))
}
