import { holderAt } from '../../api/lease.ts'
import { type Following, untilAborted } from '../../cluster/follow.ts'
import { Failure } from '../../message/failure.ts'
import { controller } from '../../names.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { unlessRefused } from '../../ports/outcomes.ts'
import type { Cluster } from '../cluster.ts'

/** Whether a replica of the controller leads, by its Lease; undefined: the user may not read it. */
export async function controllerLeads(
  cluster: Pick<Cluster, 'leasesIn' | 'now'>,
  limits: Limits,
): Promise<boolean | undefined> {
  const { value, failure } = await unlessRefused(cluster.leasesIn(controller.namespace).read(controller.name, limits))
  return failure === undefined ? holderAt(value, cluster.now()) !== undefined : undefined
}

const pollMs = 15_000

/** The same again and again. Who may not read the Lease is not asked twice. */
export const followController =
  (
    { cluster, clock }: { cluster: Pick<Cluster, 'leasesIn' | 'now'>; clock: Clock },
    set: (leads: boolean | undefined) => void,
  ): Following =>
  async ({ signal }, report) => {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const leads = await controllerLeads(cluster, { signal })
        set(leads)
        report(isFirst ? 'synced' : 'changed')
        if (leads === undefined) return untilAborted(signal)
      } catch (error) {
        if (signal.aborted) return
        // An API server that is away does not end what follows it.
        if (isFirst || !(error instanceof Failure)) throw error
      }
      await clock.sleep(pollMs, signal).catch(() => undefined)
    }
  }
