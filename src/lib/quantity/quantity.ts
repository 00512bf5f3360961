import { Failure } from '../message/failure.ts'
import { UnreadableQuantity } from './quantity-messages.ts'
import { remembered } from './remembered.ts'

/** The spelling of a quantity; Kubernetes keeps it when it prints the value. */
export type QuantityFormat = 'DecimalSI' | 'DecimalExponent' | 'BinarySI'

/** An exact resource.Quantity, in billionths: the finest that Kubernetes keeps. */
export interface Quantity {
  readonly nanos: bigint
  readonly format: QuantityFormat
  /** Written with more than 18 digits: Kubernetes stores such numbers differently, which matters on overflow. */
  readonly isLong?: true
}

/** The cap of many numbers in Kubernetes. */
export const maxInt64 = 2n ** 63n - 1n

const nanosPerUnit = 1_000_000_000n

/** Powers of 1000, from 10^-9 on. */
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
/** Powers of 1024. */
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/**
 * Exponents and digits beyond this are refused. This is a limit of this program: Kubernetes computes with them until
 * time or memory runs out.
 */
const maxPlaces = 10_000

/** The number of digits that always fit an int64. */
const shortDigits = 18

const grammar = /^([+-]?)(\d*)(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/

interface Scale {
  readonly format: QuantityFormat
  /** Nanos of one: a fraction. */
  readonly times: bigint
  readonly per: bigint
  /** Without digits, Kubernetes parses zero, except off its fast path: Pi, Ei and exponents below -9. */
  readonly needsDigits: boolean
}

const scales: ReadonlyMap<string, Scale> = new Map([
  ...binarySuffixes.map((suffix, power) => [suffix, binaryScale(power)] as const),
  ...decimalSuffixes.map((suffix, power) => [suffix, decimalScale('DecimalSI', power * 3 - 9)] as const),
])

function binaryScale(power: number): Scale {
  return { format: 'BinarySI', times: nanosPerUnit * 1024n ** BigInt(power), per: 1n, needsDigits: power > 4 }
}

function decimalScale(format: QuantityFormat, exponent: number): Scale {
  const power = 10n ** BigInt(Math.abs(exponent + 9))
  const needsDigits = exponent < -9
  return needsDigits ? { format, times: 1n, per: power, needsDigits } : { format, times: power, per: 1n, needsDigits }
}

/** undefined: beyond the limit. */
function scaleOf(suffix: string): Scale | undefined {
  const scale = scales.get(suffix)
  if (scale !== undefined) return scale
  const exponent = Number(suffix.slice(1))
  return Math.abs(exponent) > maxPlaces ? undefined : decimalScale('DecimalExponent', exponent)
}

/**
 * Parses a quantity as k8s.io/apimachinery's ParseQuantity does, with its special cases: `5.`, `.5`, `1E3` are valid
 * and `.`, `+`, `e3` are zero; fractions of a billionth round away from zero; a binary suffix caps the value at
 * 2^63-1. Spaces are not trimmed. undefined: not a quantity.
 */
export const parseQuantity: (text: string) => Quantity | undefined = remembered(parse)

function parse(text: string): Quantity | undefined {
  const match = grammar.exec(text)
  if (text === '' || text.length > maxPlaces || match === null) return undefined
  const [, sign, whole = '', fraction = '', suffix = ''] = match
  const scale = scaleOf(suffix)
  if (scale === undefined) return undefined
  if (whole + fraction === '' && scale.needsDigits) return undefined
  const magnitude = nanosOf(BigInt(whole + fraction), fraction.length, scale)
  const isLong = text.length > shortDigits && whole.replace(/^0+/, '').length + fraction.length > shortDigits
  return { nanos: sign === '-' ? -magnitude : magnitude, format: scale.format, ...(isLong && { isLong }) }
}

/** The quantity in an answer of the API server. Throws Failure 'invalid' when it is not one. */
export function quantityOf(text: string): Quantity {
  const quantity = parseQuantity(text)
  if (quantity === undefined) throw new Failure('invalid', UnreadableQuantity({ value: text }))
  return quantity
}

/** The largest value with a binary suffix. */
const binaryCap = maxInt64 * nanosPerUnit

function nanosOf(digits: bigint, places: number, { format, times, per }: Scale): bigint {
  const isWhole = places === 0 && per === 1n
  const nanos = isWhole ? digits * times : divideUp(digits * times, 10n ** BigInt(places) * per)
  return format === 'BinarySI' && nanos > binaryCap ? binaryCap : nanos
}

/** For two numbers that are not negative. */
const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** In whole units of the given nanos; a fraction is rounded away from zero, as Kubernetes does for requests. */
export function roundUp({ nanos }: Quantity, unit: bigint): bigint {
  return nanos < 0n ? -divideUp(-nanos, unit) : divideUp(nanos, unit)
}

/** The canonical text, with which an API server answers, whatever spelling it received. */
export function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0'
  const units = nanos / nanosPerUnit
  const whole = units * nanosPerUnit === nanos
  const small = units > -1024n && units < 1024n
  if (format === 'BinarySI' && whole && !small) return formatBinary(units)
  return formatDecimal(nanos, format)
}

function formatBinary(units: bigint): string {
  let [mantissa, power] = [units, 0]
  while (mantissa % 1024n === 0n) [mantissa, power] = [mantissa / 1024n, power + 1]
  return `${mantissa}${binarySuffixes[power]}`
}

/** Exponents are multiples of three. Beyond E, only the `e` notation is left. */
function formatDecimal(nanos: bigint, format: QuantityFormat): string {
  let [mantissa, power] = [nanos, 0]
  while (mantissa % 1000n === 0n) [mantissa, power] = [mantissa / 1000n, power + 1]
  const exponent = power * 3 - 9
  if (exponent === 0) return `${mantissa}`
  const suffix = format === 'DecimalExponent' ? undefined : decimalSuffixes[power]
  return `${mantissa}${suffix ?? `e${exponent}`}`
}
