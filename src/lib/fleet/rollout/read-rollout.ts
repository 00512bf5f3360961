import { concurrently } from '../../cluster/concurrently.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Desired } from '../../rollouts/advance.ts'
import type { SeenPods } from '../../rollouts/pod-evidence.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { SeenProbes } from '../../rollouts/probe.ts'
import type { Rollout } from '../../rollouts/rollout.ts'
import type { Cluster } from '../cluster.ts'
import { desiredOf } from './desired.ts'
import { type RolloutFleet, rolloutFleet } from './rollout-fleet.ts'
import { NoRolloutPolicy } from './rollout-flow-messages.ts'

/** Everything that decides about the rollouts of the global document. */
export interface RolloutView {
  /** undefined: there is none. */
  readonly stored: StoredRollout | undefined
  readonly desired: Desired
  readonly fleet: RolloutFleet
  /** Of a rollout that asks for them; without it, nobody has looked. */
  readonly pods?: SeenPods | undefined
  readonly probes?: SeenProbes | undefined
  /** Milliseconds since the epoch, by the clock of the API server. */
  readonly now: number
}

/** Three reads at the same time, two of them lists in pages. */
export async function readRolloutView(cluster: Cluster, limits: Limits): Promise<RolloutView> {
  const [nodes, documents, stored] = await concurrently([
    cluster.nodes.list({}, limits),
    cluster.documents.list(limits),
    cluster.rollouts.read(limits),
  ])
  const now = cluster.now()
  return {
    stored,
    desired: await desiredOf(globalOf(documents)),
    fleet: rolloutFleet(nodes, { own: ownersOf(documents), now }),
    now,
  }
}

/** Throws Failure 'invalid' where there is none, or where it cannot be read. */
export function rolloutIn(stored: StoredRollout | undefined): Rollout {
  if (stored === undefined) throw new Failure('invalid', NoRolloutPolicy())
  if (stored.reading.kind === 'unreadable') throw new Failure('invalid', stored.reading.because)
  return stored.reading.rollout
}

export const globalOf = (documents: readonly StoredDocument[]): StoredDocument | undefined =>
  documents.find(({ target }) => target.kind === 'global')

/** The nodes that have a document of their own. */
export const ownersOf = (documents: readonly StoredDocument[]): ReadonlySet<string> =>
  new Set(documents.flatMap(({ target }) => (target.kind === 'node' ? [target.node] : [])))
