import { formatQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asInt, asMap, asQuantity, member } from '../defaults/values.ts'
import { plainInteger } from '../grammar/plain-quantity.ts'
import { itemPath, keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { oneOf } from '../rules/one-of.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'
import { placeOf } from './place.ts'
import { reserved } from './reservation.ts'
import { reservedForEviction } from './threshold.ts'

const [policy, field] = ['memoryManagerPolicy', 'reservedMemory'] as const

/** The manager of memory on NUMA nodes. */
export const memoryManagerRules: readonly Rule[] = [
  {
    id: 'S07',
    gates: ['MemoryManager'],
    fields: [policy, field, 'kubeReserved', 'systemReserved', 'evictionHard'],
    reads: [policy],
    meaning:
      'memoryManagerPolicy must be None or Static; with Static, reservedMemory must equal what kubeReserved, ' +
      'systemReserved and evictionHard reserve.',
    source: 'pkg/kubelet/cm/memorymanager/memory_manager.go, NewManager',
    check: (config) => {
      if (!config.isAtLeast('1.32') && !config.enabled('MemoryManager')) return []
      const name = config.text(policy)
      return name === 'Static' ? problemsOfStatic(config) : policyProblems(config, name)
    },
  },
]

function policyProblems(config: Effective, name: string): readonly Problem[] {
  if (name === 'BestEffort' && config.isAtLeast('1.32'))
    return [
      {
        reason: 'FieldValueNotSupported',
        subject: policy,
        message: 'BestEffort is for Windows only',
        remedy: 'use None or Static',
      },
    ]
  return oneOf(policy, name, ['None', 'Static'])
}

const problemsOfStatic = (config: Effective): readonly Problem[] => [
  ...amountProblems(config),
  ...sumProblems(config),
  ...numaProblems(config),
]

const limitsOf = (item: Parameters<typeof member>[0]) => asMap(member(item, 'limits'))

function amountProblems(config: Effective): readonly Problem[] {
  return config.list(field).flatMap((item, index) =>
    [...limitsOf(item)].flatMap(([name, value]) => {
      const text = value.type === 'quantity' ? value.text : '0'
      return unless(plainInteger(text) !== undefined, () => ({
        path: keyPath(`${itemPath(field, index)}.limits`, name),
        at: value,
        subject: name,
        message: `${quote(text)} must be a whole number of bytes in the supported range`,
        remedy: 'use a smaller unit',
      }))
    }),
  )
}

/** Both sides in billionths. Only memory can be reserved in other fields, so huge pages never match. */
function sumProblems(config: Effective): readonly Problem[] {
  const sums = reservedByType(config)
  const others = [...sums].filter(([name, sum]) => name !== 'memory' && sum !== 0n)
  const memory = sums.get('memory') ?? 0n
  return [
    ...others.map(([name, sum]) => ({
      ...placeOf(config, field),
      subject: field,
      message: `has ${format(sum)} of ${name}, but only memory can be reserved`,
    })),
    ...memoryProblems(config, memory),
  ]
}

function reservedByType(config: Effective): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const item of config.list(field))
    for (const [name, value] of limitsOf(item)) sums.set(name, (sums.get(name) ?? 0n) + asQuantity(value).nanos)
  return sums
}

function memoryProblems(config: Effective, memory: bigint): readonly Problem[] {
  const [reservations, eviction] = [reserved(config, 'memory'), reservedForEviction(config)]
  if (reservations === undefined || eviction === 'flaw') return []
  const sum = `kubeReserved, systemReserved and evictionHard[memory.available]`
  if (eviction === 'share') return [shareProblem(config, sum)]
  const wanted = reservations + eviction
  if (memory !== wanted)
    return [
      {
        ...placeOf(config, field),
        subject: field,
        message: `has ${format(memory)} of memory, but ${policy} Static requires ${format(wanted)}, the sum of ${sum}`,
      },
    ]
  return unless(memory > 0n, () => ({
    reason: 'FieldValueRequired',
    subject: policy,
    message: 'Static requires reserved memory',
    remedy: `set kubeReserved[memory] or systemReserved[memory], and ${field} to the sum of both and evictionHard[memory.available]`,
  }))
}

const shareProblem = (config: Effective, sum: string): Problem => ({
  ...placeOf(config, 'evictionHard'),
  severity: 'info',
  message: `depends on the host: ${field} must be the sum of ${sum}, which is a percentage of the node's memory here`,
  remedy: 'set evictionHard[memory.available] to a quantity',
})

function numaProblems(config: Effective): readonly Problem[] {
  const nodes = [...new Set(config.list(field).map((item) => asInt(member(item, 'numaNode'))))]
  return unless(nodes.length === 0, () => ({
    ...placeOf(config, field),
    severity: 'info',
    message: `depends on the host: ${field} requires the NUMA nodes ${nodes.join(', ')}`,
    remedy: 'check /sys/devices/system/node/online on the node',
  }))
}

const format = (nanos: bigint): string => formatQuantity({ nanos, format: 'BinarySI' })
