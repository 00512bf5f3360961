import type { Fact, Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'

/** What is reported of an election; the subject is the Lease. */
export type ElectionFact =
  | FactOf<typeof LeaseAcquired>
  | FactOf<typeof LeaseHeldByOther>
  | FactOf<typeof LeaseRequestFailed>
  | FactOf<typeof LeaseReleased>
  | FactOf<typeof LeadershipLost>
  | FactOf<typeof LeaseTaken>

export const subjectOf = ({ leases, name }: { leases: { namespace: string }; name: string }): Subject => ({
  kind: 'Lease',
  name,
  namespace: leases.namespace,
})

export const LeaseAcquired = message(
  'LeaseAcquired',
  (fact: { subject: Subject; identity: string }) => `${nameOf(fact)} acquired: this replica leads (${fact.identity})`,
)

export const LeaseHeldByOther = message(
  'LeaseHeldByOther',
  (fact: { subject: Subject; holder: string }) => `${nameOf(fact)} is held by ${fact.holder}: this replica waits`,
)

export const LeaseRequestFailed = message('LeaseRequestFailed', (fact: { subject: Subject; because: Fact }) => ({
  said: `${nameOf(fact)} cannot be read or written`,
  because: fact.because,
}))

export const LeaseReleased = message('LeaseReleased', (fact: { subject: Subject }) => `${nameOf(fact)} released`)

/** The leader stops: it could not renew in time. */
export const LeadershipLost = message('LeadershipLost', (fact: { subject: Subject; because: Fact | undefined }) => ({
  said: `${nameOf(fact)} was not renewed in time: this replica no longer leads`,
  ...(fact.because && { because: fact.because }),
}))

/** The leader stops: another process holds the Lease. */
export const LeaseTaken = message(
  'LeaseTaken',
  (fact: { subject: Subject; holder: string }) =>
    `${nameOf(fact)} is held by ${fact.holder} now: this replica no longer leads`,
)

const nameOf = ({ subject }: { readonly subject: Subject }): string => `lease/${subject.name}`
