import { Failure } from '../message/failure.ts'
import { formatQuantity, maxInt64, parseQuantity, quantityOf, roundUp } from './quantity.ts'
import { InvalidQuantity, type QuantityFact, QuantityTooLarge, UnitMissing } from './quantity-messages.ts'

/** Kubernetes stores them in an int64. */
export type Bytes = bigint

const nanosPerByte = 1_000_000_000n
/** Amounts of resource.Quantity with a digit, without a sign, and without the suffixes of fractions. */
const amount = /^\.?\d[\d.]*([kMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/
const withoutUnit = /^[\d.]+([eE][+-]?\d+)?$/
const thousandths = /^[\d.]+m$/
/** Below this, the unit is probably missing: `16` does not mean 16 bytes. */
const leastWithoutUnit = 2n ** 20n

/**
 * Parses user input as resource.Quantity does: `16Gi`, `1.5G`, `129e6`, or plain bytes from 1048576. Rounds up to whole
 * bytes. Throws Failure 'usage' for anything else.
 */
export function parseMemory(text: string): Bytes {
  const quantity = amount.test(text) ? parseQuantity(text) : undefined
  if (quantity === undefined) throw notMemory(text)
  const bytes = roundUp(quantity, nanosPerByte)
  if (withoutUnit.test(text) && bytes > 0n && bytes < leastWithoutUnit)
    throw new Failure('usage', UnitMissing({ value: text, bytes }))
  // A capped value is equal to the cap.
  if (bytes >= maxInt64) throw new Failure('usage', QuantityTooLarge({ resource: 'memory', value: text }))
  return bytes
}

function notMemory(text: string): Failure<QuantityFact> {
  const looksLike = thousandths.test(text) ? 'thousandths' : undefined
  return new Failure('usage', InvalidQuantity({ resource: 'memory', value: text, looksLike }))
}

/** The value of an API server's text; fractions of a byte round up, as in the scheduler. Absent means zero. */
export const memoryOf = (text: string | undefined): Bytes =>
  text === undefined ? 0n : roundUp(quantityOf(text), nanosPerByte)

/**
 * Canonical: the largest binary suffix that divides the number (`16Gi`, `1536Mi`), otherwise the decimal one (`20M`,
 * `1048577`). An API server keeps this spelling.
 */
export const formatMemory = (bytes: Bytes): string =>
  formatQuantity({ nanos: bytes * nanosPerByte, format: bytes % 1024n === 0n ? 'BinarySI' : 'DecimalSI' })

const suffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** For people, with at most one decimal (`23.4Gi`), rounded down: for sizes and free memory. */
export function displayMemoryRoundedDown(bytes: Bytes): string {
  return bytes < 0n ? `-${displayMemoryRoundedUp(-bytes)}` : display((unit) => (bytes * 10n) / unit)
}

/** For people, with at most one decimal (`23.4Gi`), rounded up: for used or needed memory. */
export function displayMemoryRoundedUp(bytes: Bytes): string {
  return bytes < 0n ? `-${displayMemoryRoundedDown(-bytes)}` : display((unit) => (bytes * 10n + unit - 1n) / unit)
}

function display(tenthsOf: (unit: bigint) => bigint): string {
  const choices = suffixes.map((suffix, power) => ({ suffix, tenths: tenthsOf(1024n ** BigInt(power)) }))
  const { suffix, tenths } = choices.find((choice) => choice.tenths < 10_240n) ?? choices.at(-1)!
  const decimal = tenths % 10n === 0n ? '' : `.${tenths % 10n}`
  return `${tenths / 10n}${decimal}${suffix}`
}
