import { driftFrom } from '../../reconcile/drift.ts'
import { freeForPods } from '../../sizing/node-size.ts'
import { crossedBy, needsDrift, needsUsage, type Threshold } from '../../sizing/threshold.ts'
import type { ThresholdFact } from '../../sizing/threshold-fact.ts'
import type { ListedParts, ListedSize } from './list-sizes.ts'

/** What has to be read for thresholds, besides sizes. */
export const partsFor = (thresholds: readonly Threshold[]): ListedParts => ({
  wishes: needsDrift(thresholds),
  usage: needsUsage(thresholds),
})

/** The thresholds that nodes fail. */
export const judgeSizes = (sizes: readonly ListedSize[], thresholds: readonly Threshold[]): readonly ThresholdFact[] =>
  crossedBy(
    sizes.map((size) => ({ ...size, free: freeForPods(size), used: size.used, drift: driftFrom(size.stored, size) })),
    thresholds,
  )
