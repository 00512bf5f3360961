import type { Lease } from '../../api/lease.ts'
import { type Following, untilAborted } from '../../cluster/follow.ts'
import type { Leases } from '../../cluster/ports/leases.ts'
import { Failure } from '../../message/failure.ts'
import { reconciler } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Moment } from './rollout-status.ts'

const pollMs = 5_000
/** A leader that ends in order is followed by another one within this time. */
const successionMs = 15_000

interface Sighting {
  readonly lease: Lease | undefined
  /** When this record was seen first, on the monotonic clock: the times in a Lease are those of another machine. */
  readonly since: number
}

/** Whether a replica of `nodesize reconcile` holds the Lease, and renews it. */
export function leadership({ lease, since }: Sighting, monotonic: number): Moment['reconciler'] {
  if (lease === undefined) return 'absent'
  const { holderIdentity = '', leaseDurationSeconds = 0 } = lease.spec
  const completionTimeoutMs =
    holderIdentity === '' ? successionMs : Math.max(successionMs, leaseDurationSeconds * 1_000)
  return monotonic - since < completionTimeoutMs ? 'leads' : 'absent'
}

export interface LeaseToFollow {
  /** Of the namespaces in which a reconciler may hold its Lease: its own, then that of the balloons. */
  readonly leases: readonly Pick<Leases, 'read'>[]
  readonly clock: Clock
  /** The Lease is not read before this resolves: most waits need no reconciler. */
  readonly needed: Promise<void>
  readonly set: (known: Moment['reconciler']) => void
}

/** Reads the Lease every few seconds. Who may not read it does not know: then a reconciler is assumed to lead. */
export const followLeadership =
  ({ leases, clock, needed, set }: LeaseToFollow): Following =>
  async ({ signal }, report) => {
    report('synced')
    await Promise.race([needed, untilAborted(signal)])
    let before: Sighting | undefined
    let known: Moment['reconciler'] = 'unknown'
    while (!signal.aborted) {
      const now = await look(leases, signal)
      if (now === 'forbidden') return untilAborted(signal)
      if (now !== 'unanswered') {
        const isSame = before !== undefined && recordOf(before.lease) === recordOf(now.lease)
        before = { lease: now.lease, since: isSame ? before!.since : clock.monotonic() }
        const leads = leadership(before, clock.monotonic())
        set(leads)
        if (leads !== known) report('changed')
        known = leads
      }
      await clock.sleep(pollMs, signal).catch(() => undefined)
    }
  }

type Looked = { readonly lease: Lease | undefined } | 'forbidden' | 'unanswered'

async function look(leases: LeaseToFollow['leases'], signal: AbortSignal): Promise<Looked> {
  try {
    const found = await Promise.all(leases.map((each) => each.read(reconciler.name, { signal })))
    return { lease: found.find((lease) => lease?.spec.holderIdentity) ?? found.find((lease) => lease !== undefined) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'refused' ? 'forbidden' : 'unanswered'
  }
}

const recordOf = (lease: Lease | undefined): string => JSON.stringify([lease?.metadata.uid, lease?.spec])
