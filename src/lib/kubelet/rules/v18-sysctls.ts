import type { Effective } from '../defaults/effective.ts'
import { flawOfSysctlName, isNamespaced, normalizeSysctl } from '../grammar/sysctl.ts'
import { quote } from '../model/quote.ts'
import { placeOfKey } from './place-in.ts'
import type { Problem, Rule } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const field = 'defaultPodSysctls'
const gate = 'DefaultPodSysctls'

export const sysctlRules: readonly Rule[] = [
  {
    id: 'V18',
    since: '1.37',
    gates: [gate],
    fields: [field],
    meaning:
      'defaultPodSysctls requires the feature gate DefaultPodSysctls; each entry must be a namespaced sysctl, ' +
      'given once.',
    source: validation,
    check: (config) => {
      if (config.map(field).size === 0) return []
      return config.enabled(gate) ? flaws(config) : [withoutGate({ field, gate })]
    },
  },
]

function* flaws(config: Effective): Generator<Problem> {
  const seen = new Map<string, string>()
  for (const name of config.map(field).keys()) {
    const place = placeOfKey(config, field, name)
    const flaw = flawOfSysctlName(name)
    if (flaw !== undefined) {
      yield { ...place, message: `sysctl ${quote(name)} ${flaw}` }
      continue
    }
    if (!isNamespaced(name, config.release))
      yield {
        ...place,
        message: `sysctl ${quote(name)} is not namespaced: it would change the whole node`,
        remedy:
          'namespaced sysctls are net.*, fs.mqueue.*, user.*, kernel.domainname, kernel.sem, kernel.shm* and kernel.msg*',
      }
    const twin = seen.get(normalizeSysctl(name))
    if (twin !== undefined)
      yield {
        ...place,
        reason: 'FieldValueDuplicate',
        message: `sysctl ${quote(name)} is a duplicate of ${quote(twin)}`,
      }
    seen.set(normalizeSysctl(name), name)
  }
}
