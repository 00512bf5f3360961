import type { Fact } from '../../message/fact.ts'
import { type Applying, isChanging } from '../journal/work.ts'
import { type DecisionFact, RescueNotConnected } from '../model/agent-messages.ts'
import type { Config } from '../model/config.ts'
import type { Effect } from '../model/effect.ts'
import { optOutOf } from './opted-out.ts'
import type { State } from './state.ts'

/** What is ours is mended at once, since a trial may be under way. A change mends it by itself before it begins. */
export const connectingEffect = (state: State): Effect | undefined =>
  isMendable(state) && !isChanging(state.journal.work) ? { kind: 'connect-rescue' } : undefined

const isMendable = (state: State): boolean =>
  state.seen.disconnection?.mendable === true && !state.settings.dryRun && optOutOf(state)?.mode !== 'freeze'

/** What is not tried without a rescue: the node's own files are where it would lead to. */
export const holdOfRescue = (config: Config, state: State): DecisionFact | undefined =>
  config.source === 'local' ? undefined : disconnected(state)

/** Why the rescue would not be run, unless that is about to be mended. */
export function disconnected(state: State): DecisionFact | undefined {
  const { disconnection } = state.seen
  if (disconnection === undefined) return undefined
  const isTried = state.backoffs['connect-rescue'] !== undefined
  return isMendable(state) && !isTried ? undefined : notConnected(disconnection.because)
}

const notConnected = (because: Fact): DecisionFact => RescueNotConnected({ because })

/** What was done, or could not be done, about the connection counts until it is looked at again. */
export const connected = (state: State): State => ({ ...state, seen: { ...state.seen, disconnection: undefined } })

export function notConnectedBy(state: State, fact: Fact): State {
  const because = causeIn(fact)
  return because === undefined
    ? state
    : { ...state, seen: { ...state.seen, disconnection: { because, mendable: false } } }
}

/**
 * Whether a change goes on although the rescue is not connected: without one it is judged by the agent, and that is better
 * than not at all for what runs already, and for what all else leads to.
 */
export const goesWithoutRescue = ({ config, restarts }: Applying, because: Fact): boolean =>
  causeIn(because) !== undefined && (config.source === 'local' || !restarts)

const causeIn = (fact: Fact): Fact | undefined =>
  fact.reason === reason ? (fact as Extract<DecisionFact, { reason: typeof reason }>).because : undefined

const reason = 'RescueNotConnected' satisfies DecisionFact['reason']
