import { type FactOf, message } from '../message/message.ts'

/** Why a text is not an amount of cpu or memory. `value` is the given text. */
export type QuantityFact =
  | FactOf<typeof InvalidQuantity>
  | FactOf<typeof CpuTooSmall>
  | FactOf<typeof CpuTooFine>
  | FactOf<typeof QuantityTooLarge>
  | FactOf<typeof UnitMissing>
  | FactOf<typeof UnreadableQuantity>

export const InvalidQuantity = message(
  'InvalidQuantity',
  ({
    resource,
    value,
    looksLike,
  }: {
    resource: 'cpu' | 'memory'
    value: string
    /** What it looks like instead: cpu with a unit of memory, or memory in thousandths of a byte (512m). */
    looksLike?: 'memory' | 'thousandths' | undefined
  }) => ({
    said: `'${value}' ${looksLike === undefined ? `is not an amount of ${resource}` : nature[looksLike]}`,
    hints: [advice[resource]],
  }),
)

/** Less than a millicore, but not zero. */
export const CpuTooSmall = message('CpuTooSmall', ({ value }: { value: string }) => ({
  said: `'${value}' is below 1m, the smallest amount of cpu`,
  hints: [advice.cpu],
}))

/** Not a whole number of millicores. */
export const CpuTooFine = message('CpuTooFine', ({ value }: { value: string }) => ({
  said: `'${value}' is not a whole number of millicores (m)`,
  hints: [advice.cpu],
}))

/** More than an int64 of millicores or bytes. */
export const QuantityTooLarge = message(
  'QuantityTooLarge',
  ({ resource, value }: { resource: 'cpu' | 'memory'; value: string }) =>
    `'${value}' is more ${resource} than Kubernetes can count`,
)

/** So few bytes that the unit is probably missing. */
export const UnitMissing = message('UnitMissing', ({ value, bytes }: { value: string; bytes: bigint }) => ({
  said: `'${value}' is only ${bytes} ${bytes === 1n ? 'byte' : 'bytes'}: the unit is missing`,
  hints: [`add the unit, such as ${/e/i.test(value) ? '16' : value}Gi`],
}))

/** From an answer of an API server. */
export const UnreadableQuantity = message(
  'UnreadableQuantity',
  ({ value }: { value: string }) => `the API server returned '${value}', which is not a quantity`,
)

const advice = {
  cpu: 'use cores, such as 4 or 0.5, or millicores, such as 3500m',
  memory: 'use a number with a unit, such as 512Mi or 16Gi',
}

const nature = {
  memory: 'is an amount of memory, not of cpu',
  thousandths: 'is in thousandths of a byte',
}
