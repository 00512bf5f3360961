import { Failure } from '../failure.ts'
import { formatQuantity, maxInt64, parseQuantity, quantityOf, roundUp } from './quantity.ts'
import type { QuantityFact } from './quantity-fact.ts'

/** Kubernetes keeps them in an int64. */
export type Bytes = bigint

const nanosPerByte = 1_000_000_000n
const strict = /^\d+(\.\d{1,9})?([kMGTPE]|[KMGTPE]i)?$/
const withoutUnit = /^[\d.]+$/
const thousandths = /^[\d.]+m$/
/** Whoever writes `16` does not mean 16 bytes. */
const leastWithoutUnit = 2n ** 20n

/** Reads what a person wrote: `16Gi`, `1.5G`, or 1048576 plain bytes and more. Rounds up to whole bytes. Else Failure 'usage'. */
export function parseMemory(text: string): Bytes {
  const quantity = strict.test(text) ? parseQuantity(text) : undefined
  if (quantity === undefined) throw notMemory(text)
  const bytes = roundUp(quantity, nanosPerByte)
  if (withoutUnit.test(text) && bytes > 0n && bytes < leastWithoutUnit)
    throw new Failure<QuantityFact>('usage', { reason: 'UnitMissing', value: text, bytes })
  // A capped value is equal to the cap.
  if (bytes >= maxInt64)
    throw new Failure<QuantityFact>('usage', { reason: 'QuantityTooLarge', resource: 'memory', value: text })
  return bytes
}

function notMemory(text: string): Failure<QuantityFact> {
  const looksLike = thousandths.test(text) ? 'thousandths' : undefined
  return new Failure('usage', { reason: 'InvalidQuantity', resource: 'memory', value: text, looksLike })
}

/** The value of a server's text; parts of a byte round up, as the scheduler does. Absent is zero. */
export const memoryOf = (text: string | undefined): Bytes =>
  text === undefined ? 0n : roundUp(quantityOf(text), nanosPerByte)

/**
 * Canonical: the largest binary suffix that divides (`16Gi`, `1536Mi`), else the decimal one (`20M`, `1048577`). An API
 * server keeps it letter for letter.
 */
export const formatMemory = (bytes: Bytes): string =>
  formatQuantity({ nanos: bytes * nanosPerByte, format: bytes % 1024n === 0n ? 'BinarySI' : 'DecimalSI' })
