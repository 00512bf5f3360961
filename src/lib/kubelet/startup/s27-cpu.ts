import { formatQuantity, parseQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { keyPath } from '../model/path.ts'
import { type Problem, type Rule, unless } from '../rules/rule.ts'
import { reservationFields, reserved } from './reservation.ts'

/** The largest NR_CPUS of Linux. */
const mostCpus = 8192n * 1_000_000_000n

/** Reservations that no machine has. */
export const cpuRules: readonly Rule[] = [
  {
    id: 'S27',
    fields: [...reservationFields, 'reservedSystemCPUs'],
    meaning:
      'The reserved cpu must not be more than 8192 CPUs, which no Linux has: M is for millions, and m for thousandths.',
    source: 'pkg/kubelet/cm/node_container_manager_linux.go, validateNodeAllocatable',
    check: (config) => {
      const cpu = reserved(config, 'cpu')
      if (cpu === undefined || config.text('reservedSystemCPUs') !== '') return []
      return unless(cpu <= mostCpus, () => tooMuch(config, cpu))
    },
  },
]

function tooMuch(config: Effective, cpu: bigint): Problem {
  const field = reservationFields.toSorted((a, b) => (cpuIn(config, a) < cpuIn(config, b) ? 1 : -1))[0]!
  return {
    ...{ path: keyPath(field, 'cpu'), at: config.map(field).get('cpu')!, subject: 'cpu' },
    message: `${formatQuantity({ nanos: cpu, format: 'DecimalSI' })} is more than any machine has: the kubelet exits`,
    remedy: 'use m for thousandths, such as 100m',
  }
}

const cpuIn = (config: Effective, field: string): bigint =>
  parseQuantity(asText(config.map(field).get('cpu')))?.nanos ?? 0n
