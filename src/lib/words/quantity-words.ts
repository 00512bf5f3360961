import type { QuantityFact } from '../quantity/quantity-fact.ts'
import type { Vocabulary } from './phrase.ts'

const advice = {
  cpu: 'use cores, such as 4 or 0.5, or millicores, such as 3500m',
  memory: 'use a number with a unit, such as 512Mi or 16Gi',
}

const nature = {
  memory: 'is an amount of memory, not of cpu',
  thousandths: 'is in thousandths of a byte',
}

export const quantityWords: Vocabulary<QuantityFact> = {
  InvalidQuantity: ({ resource, value, looksLike }) => ({
    said: `'${value}' ${looksLike === undefined ? `is not an amount of ${resource}` : nature[looksLike]}`,
    hints: [advice[resource]],
  }),
  CpuTooSmall: ({ value }) => ({ said: `'${value}' is below 1m, the smallest amount of cpu`, hints: [advice.cpu] }),
  CpuTooFine: ({ value }) => ({ said: `'${value}' is not a whole number of millicores (m)`, hints: [advice.cpu] }),
  QuantityTooLarge: ({ resource, value }) => `'${value}' is more ${resource} than Kubernetes can count`,
  UnitMissing: ({ value, bytes }) => ({
    said: `'${value}' is only ${bytes} ${bytes === 1n ? 'byte' : 'bytes'}: the unit is missing`,
    hints: [`add the unit, such as ${/e/i.test(value) ? '16' : value}Gi`],
  }),
  UnreadableQuantity: ({ value }) => `the API server returned '${value}', which is not a quantity`,
}
