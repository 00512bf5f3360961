import type { FileSubject } from '../message/fact.ts'
import { type FactOf, message } from '../message/message.ts'

/** What is wrong with a file that should have a rollout policy. The subject is the place. */
export type RolloutPolicyProblem =
  | FactOf<typeof NotARolloutPolicy>
  | FactOf<typeof PolicyFieldUnknown>
  | FactOf<typeof PolicyFieldTwice>
  | FactOf<typeof PolicyValueInvalid>
  | FactOf<typeof WavesDoNotGrow>
  | FactOf<typeof WavesEndEarly>
  | FactOf<typeof WindowEmpty>
  | FactOf<typeof PolicyUnreadable>

interface Of {
  readonly subject: FileSubject
}

const place = ({ subject: { name, line, column } }: Of): string =>
  line === undefined ? name : `${name}:${line}:${column}`

export const NotARolloutPolicy = message(
  'NotARolloutPolicy',
  ({ field, expected, ...of }: Of & { field: string; expected: string }) =>
    `${place(of)}: not a rollout policy: ${field} must be ${expected}`,
)

export const PolicyFieldUnknown = message(
  'PolicyFieldUnknown',
  ({ field, allowed, ...of }: Of & { field: string; allowed: readonly string[] }) =>
    `${place(of)}: unknown field ${field}: it can be one of ${allowed.join(', ')}`,
)

export const PolicyFieldTwice = message(
  'PolicyFieldTwice',
  ({ field, ...of }: Of & { field: string }) => `${place(of)}: field ${field} is there twice`,
)

export const PolicyValueInvalid = message(
  'PolicyValueInvalid',
  ({ field, expected, ...of }: Of & { field: string; expected: string }) =>
    `${place(of)}: ${field} must be ${expected}`,
)

export const WavesDoNotGrow = message(
  'WavesDoNotGrow',
  (of: Of) => `${place(of)}: each wave must have more nodes than those before it`,
)

export const WavesEndEarly = message(
  'WavesEndEarly',
  (of: Of) => `${place(of)}: the last wave must be 100%, or some nodes would never get the document`,
)

export const WindowEmpty = message(
  'WindowEmpty',
  (of: Of) => `${place(of)}: to must be another time than from: a whole day is from "00:00" to "24:00"`,
)

export const PolicyUnreadable = message(
  'PolicyUnreadable',
  ({ text, ...of }: Of & { text: string }) => `${place(of)}: ${text}`,
)

/** The most problems that are printed. */
const most = 20

export const PolicyFileRefused = message(
  'PolicyFileRefused',
  ({ problems }: { subject: FileSubject; problems: readonly RolloutPolicyProblem[] }) => {
    const [first, ...others] = problems
    if (others.length === 0) return { said: 'the policy was not set', because: first }
    return { said: `the policy was not set: ${problems.length} problems`, below: problems.slice(0, most) }
  },
)
