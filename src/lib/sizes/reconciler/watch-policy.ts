import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { domain, reconciler } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import type { ReconcilerWorld } from './reconciler.ts'

/** A policy is in force a second after it is bound. */
const againMs = 5_000
/** While there is none, and while there is one. */
const pauseMs = { unlimited: 60_000, limited: 600_000 }
/** No annotation of ours. */
const forbidden = `nodesize.${domain}/forbidden`

/**
 * Tries, again and again and as a dry run, to write what the policy of the reconciler denies, and reports whether it was
 * denied: that a policy exists does not say that it is in force. A person who runs the reconciler is not limited by one.
 */
export async function watchPolicy({ cluster, clock, observer }: ReconcilerWorld, signal: AbortSignal): Promise<void> {
  const limits = { signal }
  if (!(await runsAsServiceAccount(cluster, limits))) return
  for (let before: boolean | undefined = true; ; ) {
    const isLimited = await isDenied(cluster, limits)
    if (isLimited === false && before === true) {
      before = isLimited
      await clock.sleep(againMs, signal)
      continue
    }
    before = isLimited ?? before
    if (isLimited !== undefined) observer.limited(isLimited)
    await clock.sleep(isLimited === false ? pauseMs.unlimited : pauseMs.limited, signal)
  }
}

const runsAsServiceAccount = ({ access }: ReconcilerWorld['cluster'], limits: Limits): Promise<boolean> =>
  access
    .whoAmI(limits)
    .then((user) => user.startsWith('system:serviceaccount:'))
    .catch(unknownUnlessBug(limits, false))

/** undefined: it is not known. */
async function isDenied(
  { collections, nodes }: ReconcilerWorld['cluster'],
  limits: Limits,
): Promise<boolean | undefined> {
  const [name] = collections.nodes.store.keys()
  if (name === undefined) return undefined
  return nodes
    .annotate(name, { [forbidden]: 'true' }, 'server', limits)
    .then((node) => (node === undefined ? undefined : false))
    .catch((error: unknown) => {
      if (error instanceof Failure && isOurs(error.fact)) return true
      return unknownUnlessBug(limits, undefined)(error)
    })
}

const isOurs = ({ reason, serverMessage }: Fact & { readonly serverMessage?: unknown }): boolean =>
  reason === 'DeniedByPolicy' && String(serverMessage).includes(`'${reconciler.name}'`)

const unknownUnlessBug =
  <Value>({ signal }: Limits, value: Value) =>
  (error: unknown): Value => {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return value
  }
