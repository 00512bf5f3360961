import type { Fact, Subject } from '../../fact.ts'

/** What is reported of an election; the subject is the Lease. */
export type ElectionFact = { readonly subject: Subject } & (
  | { readonly reason: 'LeaseAcquired'; readonly identity: string }
  | { readonly reason: 'LeaseHeldByOther'; readonly holder: string }
  | { readonly reason: 'LeaseRequestFailed'; readonly because: Fact }
  | { readonly reason: 'LeaseReleased' }
  /** The leader stops: it could not renew in time. */
  | { readonly reason: 'LeadershipLost'; readonly because: Fact | undefined }
  /** The leader stops: another process holds the Lease. */
  | { readonly reason: 'LeaseTaken'; readonly holder: string }
)

export const subjectOf = ({ leases, name }: { leases: { namespace: string }; name: string }): Subject => ({
  kind: 'Lease',
  name,
  namespace: leases.namespace,
})
