import { watchPolicy } from '../../loop/watch-policy.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { domain, reconciler } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import type { ReconcilerCluster } from './leader-cluster.ts'
import type { ReconcilerDependencies } from './size-reconciler.ts'

/** While there is none, and while there is one. */
const pauseMs = { unlimited: 60_000, limited: 600_000 }
/** No annotation of ours. */
const forbidden = `nodesize.${domain}/forbidden`

/**
 * Tries, again and again and as a dry run, to write what the policy of the reconciler denies, and reports whether it was
 * denied. A person who runs the reconciler is not limited by one.
 */
export async function watchReconcilerPolicy(
  { cluster, clock, observer }: ReconcilerDependencies,
  signal: AbortSignal,
): Promise<void> {
  if (!(await runsAsServiceAccount(cluster, { signal }))) return
  await watchPolicy(
    {
      clock,
      isDenied: (limits) => isDenied(cluster, limits),
      report: (isLimited) => observer.limited(isLimited),
      pauseMs: (isLimited) => (isLimited === false ? pauseMs.unlimited : pauseMs.limited),
    },
    signal,
  )
}

async function runsAsServiceAccount({ access }: ReconcilerCluster, limits: Limits): Promise<boolean> {
  try {
    return (await access.whoAmI(limits)).startsWith('system:serviceaccount:')
  } catch (error) {
    limits.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return false
  }
}

/** undefined: it is not known. */
async function isDenied({ collections, nodes }: ReconcilerCluster, limits: Limits): Promise<boolean | undefined> {
  const [name] = collections.nodes.store.keys()
  if (name === undefined) return undefined
  try {
    const node = await nodes.annotate(name, { [forbidden]: 'true' }, 'server', limits)
    return node === undefined ? undefined : false
  } catch (error) {
    if (error instanceof Failure && isOurs(error.fact)) return true
    throw error
  }
}

const isOurs = ({ reason, serverMessage }: Fact & { readonly serverMessage?: unknown }): boolean =>
  reason === 'DeniedByPolicy' && String(serverMessage).includes(`'${reconciler.name}'`)
