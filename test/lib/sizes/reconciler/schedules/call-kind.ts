import { type Call, isRead, mayChange } from '../../../../../src/lib/cluster/http/transport.ts'

/** Of the requests of a reconciler and of commands. */
export type CallKind = 'renew' | 'look' | 'resize' | 'cordon' | 'uncordon' | 'watch' | 'read' | 'other'

export function kindOf(call: Call): CallKind {
  const { path, query } = call
  const isOfLease = path.includes('/leases')
  if (query?.['watch'] !== undefined) return 'watch'
  if (isOfLease && isRead(call)) return 'look'
  if (isRead(call) || !mayChange(call)) return 'read'
  if (isOfLease) return 'renew'
  if (path.endsWith('/resize')) return 'resize'
  if (!path.startsWith('/api/v1/nodes/')) return 'other'
  return (call.body as { spec?: { unschedulable?: unknown } }).spec?.unschedulable === true ? 'cordon' : 'uncordon'
}

/** Who is to hold the lease after this request; undefined: it is none for the lease. */
export const claimantIn = ({ body }: Call): string | undefined =>
  (body as { spec?: { holderIdentity?: string } } | undefined)?.spec?.holderIdentity
