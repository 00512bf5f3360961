import { parseInt64 } from '../../quantity/int64.ts'
import { parseQuantity } from '../../quantity/quantity.ts'
import { numberOfPercentage } from '../grammar/percentage.ts'
import { keyPath } from '../model/path.ts'
import type { Rule } from '../rules/rule.ts'
import { flawedEntries } from './flawed-entries.ts'
import { reservationFields } from './reservation.ts'

const resources = {
  what: 'the resource',
  keys: ['cpu', 'memory', 'ephemeral-storage', 'pid'],
  flawOf: flawOfReservation,
}

/** Resources reserved for everything but pods. */
export const reservationRules: readonly Rule[] = [
  {
    id: 'S04',
    fields: [...reservationFields, 'reservedSystemCPUs'],
    meaning: 'Reserved resources must be cpu, memory, ephemeral-storage or pid; quantities must not be negative.',
    source: 'cmd/kubelet/app/server.go, parseResourceList',
    check: (config) => {
      // The kubelet does not read the cpu when reservedSystemCPUs replaces it.
      const replaced = config.text('reservedSystemCPUs') !== ''
      return reservationFields.flatMap((field) =>
        flawedEntries(config, field, resources).filter(({ path }) => !(replaced && path === keyPath(field, 'cpu'))),
      )
    },
  },
  {
    id: 'S05',
    fields: ['qosReserved'],
    meaning: 'qosReserved must be memory in whole percent from 0 to 100, even without the feature gate QOSReserved.',
    source: 'pkg/kubelet/cm/container_manager.go, ParseQOSReserved',
    check: (config) =>
      flawedEntries(config, 'qosReserved', { what: 'the resource', keys: ['memory'], flawOf: flawOfPercentage }),
  },
]

function flawOfReservation(text: string): string | undefined {
  const quantity = parseQuantity(text)
  if (quantity === undefined) return 'must be a quantity such as 500m or 1Gi'
  return quantity.nanos < 0n ? 'must not be negative' : undefined
}

function flawOfPercentage(text: string): string | undefined {
  const percentage = parseInt64(numberOfPercentage(text) ?? '')
  if (percentage === undefined) return 'must be a whole percentage such as 50%'
  return percentage >= 0n && percentage <= 100n ? undefined : 'must be from 0% to 100%'
}
