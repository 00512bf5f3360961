import type { Bytes } from './memory.ts'

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
