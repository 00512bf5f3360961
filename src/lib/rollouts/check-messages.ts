import { type FactOf, message } from '../message/message.ts'
import { humanDuration } from '../quantity/age.ts'

/** Why a check does not let a rollout go on. */
export type CheckFact =
  | FactOf<typeof CheckNotAsked>
  | FactOf<typeof CheckUnreachable>
  | FactOf<typeof CheckSilent>
  | FactOf<typeof CheckRedirects>
  | FactOf<typeof CheckAnswersStatus>
  | FactOf<typeof CheckAnswerTooLong>
  | FactOf<typeof CheckUnclear>
  | FactOf<typeof CheckWarns>
  | FactOf<typeof CheckHasNoData>
  | FactOf<typeof CheckFindsNothing>
  | FactOf<typeof CheckIsFalse>
  | FactOf<typeof CheckSays>

export const CheckNotAsked = message('CheckNotAsked', () => 'kubeletcfg rollout run has to ask it')

export const CheckUnreachable = message(
  'CheckUnreachable',
  ({ text }: { text: string }) => `it cannot be reached: ${text}`,
)

export const CheckSilent = message(
  'CheckSilent',
  ({ afterMs }: { afterMs: number }) => `no answer within ${humanDuration(afterMs)}`,
)

export const CheckRedirects = message(
  'CheckRedirects',
  ({ status }: { status: number }) => `it redirects (${status}), which is not followed`,
)

export const CheckAnswersStatus = message(
  'CheckAnswersStatus',
  ({ status, text }: { status: number; text: string }) => `it answers ${status}${text === '' ? '' : `: ${text}`}`,
)

export const CheckAnswerTooLong = message(
  'CheckAnswerTooLong',
  ({ most }: { most: number }) => `its answer is longer than ${most / 1024} KiB`,
)

export const CheckUnclear = message(
  'CheckUnclear',
  ({ expected }: { expected: string }) => `its answer is not ${expected}`,
)

/** Such as one with a part of the data. */
export const CheckWarns = message('CheckWarns', ({ text }: { text: string }) => `its answer has a warning: ${text}`)

export const CheckHasNoData = message('CheckHasNoData', () => 'its query has no data')

export const CheckFindsNothing = message(
  'CheckFindsNothing',
  () => 'its query finds nothing: the comparison is false, or there is no data',
)

export const CheckIsFalse = message('CheckIsFalse', () => 'its query is false')

export const CheckSays = message(
  'CheckSays',
  ({ result, text }: { result: 'hold' | 'abort'; text: string }) =>
    `it says ${result}${text === '' ? '' : `: ${text}`}`,
)
