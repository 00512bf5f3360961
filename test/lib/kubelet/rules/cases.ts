import type { Case } from './case.ts'
import { cases as eviction } from './s01-s05.ts'
import { cases as cpuManager } from './s06.ts'
import { cases as memoryAndTopology } from './s07-s08.ts'
import { cases as host } from './s09-s15.ts'
import { cases as needs } from './s14.ts'
import { cases as endpointsAndPorts } from './s16-s21.ts'
import { cases as lastOfStartUp } from './s22-s28.ts'
import { cases as gates } from './v01.ts'
import { cases as first } from './v03-v17.ts'
import { cases as second } from './v18-v35.ts'
import { cases as third } from './v36-v45.ts'
import { cases as fourth } from './v46-v58.ts'
import { cases as fifth } from './v59-v70.ts'
import { cases as sixth } from './v71-v72.ts'
import { cases as seventh } from './v73-v86.ts'

/** One for each rule that a document can break, and more where a rule has corners. */
export const cases: readonly Case[] = [
  ...gates,
  ...first,
  ...second,
  ...third,
  ...fourth,
  ...fifth,
  ...sixth,
  ...seventh,
  ...eviction,
  ...cpuManager,
  ...memoryAndTopology,
  ...host,
  ...needs,
  ...endpointsAndPorts,
  ...lastOfStartUp,
]
