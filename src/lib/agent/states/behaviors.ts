import type { Work } from '../journal/work.ts'
import { applying } from './applying.ts'
import type { Behavior } from './behavior.ts'
import { deadEnd } from './dead-end.ts'
import { rollingBack } from './rolling-back.ts'
import { settled } from './settled.ts'
import { trial } from './trial.ts'

const behaviors: { readonly [Kind in Work['kind']]: Behavior<Extract<Work, { kind: Kind }>> } = {
  Settled: settled,
  Applying: applying,
  Trial: trial,
  RollingBack: rollingBack,
  DeadEnd: deadEnd,
}

/** That of the state which this is. */
export const behaviorOf = (work: Work): Behavior<Work> => behaviors[work.kind] as Behavior<Work>
