import { memoryOf } from '../quantity/memory.ts'
import { formatQuantity } from '../quantity/quantity.ts'
import type { Requests } from './resize.ts'

const nanosPerByte = 1_000_000_000n

/**
 * The same amounts in other text that an API server keeps (`16Mi` is `16777216`): the kubelet sees no change, but a
 * patch that tests the old text fails from then on. undefined: there is no other text.
 */
export function respell({ cpu, memory }: Requests): Requests | undefined {
  const nanos = memoryOf(memory) * nanosPerByte
  const spellings = (['BinarySI', 'DecimalSI'] as const).map((format) => formatQuantity({ nanos, format }))
  const other = spellings.find((text) => text !== memory)
  return other === undefined ? undefined : { cpu, memory: other }
}
