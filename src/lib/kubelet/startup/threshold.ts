import { parseQuantity, type Quantity } from '../../quantity/quantity.ts'
import { remembered } from '../../quantity/remembered.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { parseFloat32 } from '../grammar/float32.ts'
import { numberOfPercentage } from '../grammar/percentage.ts'

/** How much of a resource must be available: a share of the capacity (1 is all of it), or an amount. */
export type Threshold =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'amount'; readonly amount: Quantity }
  /** Neither percentage nor quantity. */
  | { readonly kind: 'flaw' }

/** Parses `10%` or `100Mi` as the kubelet does (pkg/kubelet/eviction/helpers.go), with a float of 32 bits. */
export const parseThreshold: (text: string) => Threshold = remembered(parse)

function parse(text: string): Threshold {
  const number = numberOfPercentage(text)
  if (number === undefined) {
    const amount = parseQuantity(text)
    return amount === undefined ? { kind: 'flaw' } : { kind: 'amount', amount }
  }
  const percentage = parseFloat32(number)
  return percentage === undefined ? { kind: 'flaw' } : { kind: 'share', share: Math.fround(percentage / 100) }
}

/** These two disable a threshold; `0.0%` does not. */
export const isOff = (text: string): boolean => text === '0%' || text === '100%'

/** Of a signal; one that is absent or off reserves nothing. */
export function thresholdFor(config: Effective, field: string, signal: string): Threshold {
  const value = config.map(field).get(signal)
  if (value === undefined || isOff(asText(value))) return { kind: 'amount', amount: { nanos: 0n, format: 'BinarySI' } }
  return parseThreshold(asText(value))
}

/**
 * What the hard threshold for memory reserves, in billionths of a byte; a share depends on the host. As
 * GetNodeAllocatableReservation (pkg/kubelet/cm) computes it.
 */
export function reservedForEviction(config: Effective): bigint | 'share' | 'flaw' {
  const threshold = thresholdFor(config, 'evictionHard', 'memory.available')
  return threshold.kind === 'amount' ? threshold.amount.nanos : threshold.kind
}

/** Eviction signals that all releases have. */
export const signals: readonly string[] = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
  'allocatableMemory.available',
]

/** Additional signals from 1.29. */
export const containerfsSignals: readonly string[] = ['containerfs.available', 'containerfs.inodesFree']

const allSignals = [...signals, ...containerfsSignals]

/** The eviction signals of the release of a configuration. */
export const signalsOf = (config: Effective): readonly string[] => (config.isAtLeast('1.29') ? allSignals : signals)
