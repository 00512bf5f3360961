import { driftFrom } from '../desired/drift.ts'
import { freeForPods } from '../model/node-size.ts'
import { crossedBy, needsDrift, needsUsage, type Threshold } from '../plan/threshold.ts'
import type { ThresholdFact } from '../plan/threshold-messages.ts'
import type { ListedParts, ListedSize } from './list-sizes.ts'

/** What has to be read for thresholds, besides sizes. */
export const partsFor = (thresholds: readonly Threshold[]): ListedParts => ({
  desiredSizes: needsDrift(thresholds),
  usage: needsUsage(thresholds),
})

/** The thresholds that nodes fail. */
export const judgeSizes = (sizes: readonly ListedSize[], thresholds: readonly Threshold[]): readonly ThresholdFact[] =>
  crossedBy(
    sizes.map((size) => ({ ...size, free: freeForPods(size), used: size.used, drift: driftFrom(size.stored, size) })),
    thresholds,
  )
