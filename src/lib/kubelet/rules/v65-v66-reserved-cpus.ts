import { flawOfCpuSet } from '../grammar/cpu-set.ts'
import { quote } from '../model/quote.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'

const field = 'reservedSystemCPUs'
const cgroups = ['systemReservedCgroup', 'kubeReservedCgroup']

/** CPUs reserved for system processes, by number. */
export const reservedCpusRules: readonly Rule[] = [
  {
    id: 'V65',
    fields: [field, ...cgroups],
    meaning: 'reservedSystemCPUs must not be combined with systemReservedCgroup or kubeReservedCgroup.',
    source: validation,
    check: (config) => {
      const set = cgroups.filter((cgroup) => config.text(cgroup) !== '')
      return unless(config.text(field) === '' || set.length === 0, () => ({
        reason: 'FieldValueForbidden',
        subject: field,
        message: `${quote(config.text(field))} must not be set together with ${set.join(' and ')}`,
        remedy: `omit ${field}, or ${set.join(' and ')}`,
      }))
    },
  },
  {
    id: 'V66',
    fields: [field],
    meaning: 'reservedSystemCPUs must be CPU numbers and ranges, such as 0-3,8.',
    source: 'k8s.io/utils/cpuset, Parse',
    check: (config) => {
      const flaw = flawOfCpuSet(config.text(field))
      return unless(flaw === undefined, () => ({ subject: field, message: flaw! }))
    },
  },
]
