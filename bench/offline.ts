/** Compares processor time of commands that need no cluster. Usage: node bench/offline.ts */
import { compare } from './compare.ts'
import { processorTime } from './cost.ts'
import { writeDocuments } from './documents.ts'
import { offlinePairs } from './offline-pairs.ts'

compare(offlinePairs(writeDocuments()), { cost: processorTime, rounds: 7 })
