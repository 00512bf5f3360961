import type { Journal } from '../../../src/lib/agent/journal/journal.ts'
import type { Work } from '../../../src/lib/agent/journal/work.ts'
import { journalOf } from '../../../src/lib/agent/state/state.ts'
import { document } from './props.ts'
import { Story } from './story.ts'

const fail = { verdict: 'fail', because: { reason: 'HealthzSilent' } } as const
const goodA = () => new Story().start({ node: document('a') }).pass(700_000)

/** A story in each kind of work. */
export const stories: Readonly<Record<Work['kind'], () => Story>> = {
  Settled: goodA,
  Applying: () => goodA().push(document('b', '2')).pass(1_999).suspend(1).see({ kind: 'tick' }).stopBefore('restart'),
  Trial: () => goodA().push(document('b', '2')).pass(60_000),
  RollingBack: () => {
    const story = goodA().push(document('b', '2')).pass(5_000)
    story.evidenceOf = { [document('b').checkpoint]: { healthz: fail }, [document('a').checkpoint]: { healthz: fail } }
    return story.pass(200_000)
  },
  DeadEnd: () => {
    const story = goodA().push(document('b', '2')).pass(5_000)
    story.evidence = { healthz: fail }
    story.evidenceOf = { local: { healthz: fail } }
    return story.pass(700_000)
  },
}

export const journals = (): readonly Journal[] => Object.values(stories).map((story) => journalOf(story().state))
