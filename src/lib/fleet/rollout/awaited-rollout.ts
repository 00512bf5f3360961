import { Failure } from '../../message/failure.ts'
import { isReplaced } from '../../rollouts/refusal.ts'
import type { PastRollout, Rollout, RolloutDocument } from '../../rollouts/rollout.ts'
import { decisionOf, documentText } from './output.ts'
import { type RolloutView, rolloutIn } from './read-rollout.ts'
import {
  AwaitedReplaced,
  NoRolloutPolicy,
  PolicyGone,
  RolloutAborted,
  type RolloutFlowFact,
  RolloutGone,
  RolloutNotDone,
} from './rollout-flow-messages.ts'
import { forPeople } from './run-rollout.ts'

/** What a wait is for: the document that was to reach all nodes when it began. */
export interface AwaitedRollout {
  /** Of the object with the state. */
  readonly uid: string
  /** undefined: what is stored cannot be used, and nothing is rolled out. */
  readonly document: Pick<RolloutDocument, 'digest' | 'revision'> | undefined
  /** Rollouts that had ended before. */
  readonly before: ReadonlySet<string>
}

/**
 * The document that is stored, which counts more than one that is still rolled out: that is about to be given up. Throws Failure
 * 'invalid' where there is no policy, or where the state cannot be read.
 */
export function awaitedIn({ stored, desired }: RolloutView): AwaitedRollout {
  const { policy, progress, past } = rolloutIn(stored)
  if (policy === undefined) throw new Failure('invalid', NoRolloutPolicy())
  const document = desired.kind === 'document' ? desired : progress?.candidate
  return { uid: stored?.uid ?? '', document, before: new Set(past.map(keyOf)) }
}

const keyOf = ({ digest, startedAt }: PastRollout): string => `${digest} ${startedAt}`

/** How a wait ends; a failure, unless the document is promoted. */
export interface RolloutEnding {
  readonly failure: Failure<RolloutFlowFact> | undefined
}

/** undefined: it is still waited for. */
export function endingOf(view: RolloutView, awaited: AwaitedRollout): RolloutEnding | undefined {
  const { stored } = view
  if (stored === undefined || stored.uid !== awaited.uid) return { failure: new Failure('conflict', RolloutGone()) }
  const { reading } = stored
  if (reading.kind === 'unreadable') return { failure: new Failure('invalid', reading.because) }
  const { rollout } = reading
  if (rollout.policy === undefined) return { failure: new Failure('conflict', PolicyGone()) }
  return endedAlready(rollout, awaited) ?? whileUnderWay({ view, rollout }, awaited)
}

/** By what the state says of the document. */
function endedAlready({ progress, promoted, past }: Rollout, { document, before }: AwaitedRollout) {
  const digest = document?.digest
  if (progress === undefined && promoted.digest === digest) return { failure: undefined }
  const own = past.find((one) => one.digest === digest && !before.has(keyOf(one)))
  // It has reached all nodes, whatever was stored after it.
  if (own?.outcome === 'Promoted') return { failure: undefined }
  if (own === undefined || isReplaced(own)) return undefined
  return { failure: new Failure('reverted', RolloutAborted({ why: own.cause?.message })) }
}

interface UnderWay {
  readonly view: RolloutView
  readonly rollout: Rollout
}

function whileUnderWay({ view, rollout }: UnderWay, { document }: AwaitedRollout): RolloutEnding | undefined {
  const { desired } = view
  const { progress } = rollout
  const isOwn = progress !== undefined && progress.candidate.digest === document?.digest
  // That its nodes are taken back says more than that another document is stored; and they are waited for.
  if (isOwn && progress.phase === 'Aborting' && !isReplaced(progress)) return undefined
  if (document !== undefined && desired.kind === 'document' && desired.digest !== document.digest) {
    const fact = AwaitedReplaced({ awaited: documentText(document), stored: documentText(desired) })
    return { failure: new Failure('conflict', fact) }
  }
  const decision = decisionOf({ view, rollout })
  if (decision.kind !== 'hold') return undefined
  const { because } = decision
  if (because.reason === 'RolloutRefused')
    return { failure: new Failure('reverted', RolloutAborted({ why: because.cause?.message })) }
  return forPeople.has(because.reason) ? { failure: new Failure('timeout', RolloutNotDone({ because })) } : undefined
}
