import type { Effective } from '../defaults/effective.ts'
import { asInt, asMap, asQuantity, member } from '../defaults/values.ts'
import { itemPath, keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import type { Problem, Rule } from './rule.ts'

const field = 'reservedMemory'

const isMemory = (name: string): boolean => name === 'memory' || name.startsWith('hugepages-')

function* problemsWith(config: Effective): Generator<Problem> {
  const seen = new Set<string>()
  for (const [index, item] of config.list(field).entries()) {
    const node = asInt(member(item, 'numaNode'))
    for (const [name, amount] of asMap(member(item, 'limits'))) {
      const place = { path: keyPath(`${itemPath(field, index)}.limits`, name), at: amount }
      if (!isMemory(name))
        yield {
          ...place,
          reason: 'FieldValueNotSupported',
          message: `the limit ${quote(name)} must be memory or hugepages-SIZE`,
        }
      if (asQuantity(amount).nanos === 0n) yield { ...place, message: `the limit ${quote(name)} must not be zero` }
      if (seen.has(`${node} ${name}`))
        yield {
          ...place,
          reason: 'FieldValueDuplicate',
          message: `the limit ${quote(name)} of NUMA node ${node} must be set only once`,
        }
      seen.add(`${node} ${name}`)
    }
  }
}

/** Memory reserved for system processes, by NUMA node. */
export const reservedMemoryRules: readonly Rule[] = [
  {
    id: 'V67',
    fields: [field],
    meaning:
      'Each limit of reservedMemory must be memory or hugepages-SIZE, must not be zero, and must be set only once ' +
      'per NUMA node.',
    source: 'pkg/kubelet/apis/config/validation/validation_reserved_memory.go, validateReservedMemoryConfiguration',
    check: problemsWith,
  },
]
