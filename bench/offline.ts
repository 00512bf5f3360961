/** Processor time of what needs no cluster, as ratios of medians: node bench/offline.ts. Only the ratios carry over. */
import { compare } from './compare.ts'
import { processorTime } from './cost.ts'
import { writeDocuments } from './documents.ts'
import { offlinePairs } from './offline-pairs.ts'

compare(offlinePairs(writeDocuments()), { cost: processorTime, rounds: 7 })
