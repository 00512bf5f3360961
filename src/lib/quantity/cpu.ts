import { Failure } from '../message/failure.ts'
import { formatQuantity, maxInt64, parseQuantity, quantityOf, roundUp } from './quantity.ts'
import { CpuTooFine, CpuTooSmall, InvalidQuantity, type QuantityFact, QuantityTooLarge } from './quantity-messages.ts'

/** Thousandths of a core; Kubernetes stores them in an int64. */
export type MilliCpu = bigint

const nanosPerMilli = 1_000_000n
/** Amounts of resource.Quantity with a digit, without a sign, and without the suffixes that only memory has. */
const amount = /^\.?\d[\d.]*([numk]|[eE][+-]?\d+)?$/
const memory = /^[\d.]+([MGTPE]|[KMGTPE]i)$/

/**
 * Parses user input as resource.Quantity does: cores (`4`, `.5`, `1e3`) or millicores (`3500m`), whole millicores only, as the
 * API server demands. Throws Failure 'usage' for anything else.
 */
export function parseCpu(text: string): MilliCpu {
  const quantity = amount.test(text) ? parseQuantity(text) : undefined
  if (quantity === undefined) throw notCpu(text)
  const { nanos } = quantity
  if (nanos % nanosPerMilli !== 0n)
    throw new Failure('usage', (nanos < nanosPerMilli ? CpuTooSmall : CpuTooFine)({ value: text }))
  const milli = nanos / nanosPerMilli
  if (milli > maxInt64) throw new Failure('usage', QuantityTooLarge({ resource: 'cpu', value: text }))
  return milli
}

function notCpu(text: string): Failure<QuantityFact> {
  const looksLike = memory.test(text) ? 'memory' : undefined
  return new Failure('usage', InvalidQuantity({ resource: 'cpu', value: text, looksLike }))
}

/** The value of an API server's text; fractions of a millicore round up, as in the scheduler. Absent means zero. */
export const cpuOf = (text: string | undefined): MilliCpu =>
  text === undefined ? 0n : roundUp(quantityOf(text), nanosPerMilli)

/** Canonical: whole cores without suffix (`4`), otherwise millicores (`3500m`). An API server keeps this spelling. */
export const formatCpu = (milli: MilliCpu): string =>
  formatQuantity({ nanos: milli * nanosPerMilli, format: 'DecimalSI' })
