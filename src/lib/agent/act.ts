import { applyingEffect } from './change/applying.ts'
import { deadEndEffect } from './change/dead-end.ts'
import { rollingBackEffect } from './change/rolling-back.ts'
import { lookEffect } from './change/watching.ts'
import type { Decision } from './decide/decide.ts'
import type { Applying } from './journal/work.ts'
import type { Effect } from './model/effect.ts'
import { connectingEffect } from './state/connection.ts'
import { isDue } from './state/setback.ts'
import type { State } from './state/state.ts'
import { blindUntil } from './state/state.ts'

/** What to do next. The state alone says it, so that a state that was written and read again says the same. */
export function nextEffect(state: State, decision: Decision): Effect | undefined {
  const isBlind = blindUntil(state) !== undefined
  const ofJournal = isBlind ? [] : [state.journal.chores[0], workEffect(state)]
  const wishes = [...ofJournal, inquiryOf(state, decision), connectingEffect(state)]
  return wishes.find((effect) => effect !== undefined && isDue(state, effect.kind))
}

function workEffect(state: State): Effect | undefined {
  const { work } = state.journal
  switch (work.kind) {
    case 'Settled':
      return undefined
    case 'Applying':
      return mayGoOn(work, state) ? applyingEffect(work, state) : undefined
    case 'Trial':
      return lookEffect(state, work)
    case 'RollingBack':
      return rollingBackEffect(work, state)
    case 'DeadEnd':
      return deadEndEffect(work, state)
  }
}

/** While no agent ran, it may have been forbidden, or undone by the rescue: of the kubelet, an agent that starts hears last. */
const mayGoOn = ({ stage }: Applying, { seen }: State): boolean =>
  seen.optOutFile !== undefined && (stage !== 'restarting' || seen.service !== undefined)

/** While something is under way, nothing else is asked. */
function inquiryOf({ journal: { work } }: State, decision: Decision): Effect | undefined {
  if (work.kind === 'Applying' || work.kind === 'RollingBack') return undefined
  return 'inquiry' in decision ? decision.inquiry : undefined
}
