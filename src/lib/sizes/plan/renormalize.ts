import type { Requests } from '../../pods/requests.ts'
import { formatQuantity } from '../../quantity/quantity.ts'

const nanosPerByte = 1_000_000_000n

/**
 * The same amounts with another text that an API server keeps (`16Mi` is `16777216`): the kubelet sees no change, but a
 * patch that tests the old text fails from then on. undefined: there is no other text.
 */
export function renormalize({ text, amounts }: Requests): Requests | undefined {
  const nanos = amounts.memory * nanosPerByte
  const spellings = (['BinarySI', 'DecimalSI'] as const).map((format) => formatQuantity({ nanos, format }))
  const memory = spellings.find((spelling) => spelling !== text.memory)
  return memory === undefined ? undefined : { text: { cpu: text.cpu, memory }, amounts }
}
