import type { Node } from '../../api/node.ts'
import { type Following, followingInto } from '../../cluster/follow.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Desired } from '../../rollouts/advance.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { Collections } from '../cluster.ts'
import { desiredOf } from './desired.ts'
import { globalOf, ownersOf, type RolloutView } from './read-rollout.ts'
import { rolloutFleet } from './rollout-fleet.ts'

export interface FleetWorld {
  readonly cluster: {
    now(): number
    readonly collections: Pick<Collections, 'nodesWith' | 'documents'>
  }
  readonly clock: Clock
}

/** How often time alone is looked at, milliseconds. */
const tickMs = 5_000

/** The nodes and documents that decide about rollouts, as `followings` have told of them. */
export class FollowedFleet {
  readonly #world: FleetWorld
  readonly #nodes = new Map<string, Node>()
  readonly #documents = new Map<string, StoredDocument>()
  readonly #desired = desiredOnce()

  constructor(world: FleetWorld) {
    this.#world = world
  }

  get followings(): readonly Following[] {
    const { collections } = this.#world.cluster
    return [
      followingInto(this.#nodes, collections.nodesWith({})),
      followingInto(this.#documents, collections.documents),
      ticking(this.#world.clock),
    ]
  }

  /** As it is now, beside what is stored of the rollout. */
  async view(stored: StoredRollout | undefined): Promise<RolloutView> {
    const documents = [...this.#documents.values()]
    const now = this.#world.cluster.now()
    const fleet = rolloutFleet([...this.#nodes.values()], { own: ownersOf(documents), now })
    return { stored, desired: await this.#desired(globalOf(documents)), fleet, now }
  }
}

/** Something may be over. */
const ticking =
  (clock: Clock): Following =>
  async ({ signal }, report) => {
    report('synced')
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal).catch(() => undefined)
      if (!signal.aborted) report('changed')
    }
  }

/** The same text is decoded once. */
function desiredOnce(): (stored: StoredDocument | undefined) => Promise<Desired> {
  let known: { readonly version: string; readonly desired: Promise<Desired> } | undefined
  return (stored) => {
    const version = stored === undefined ? '' : `${stored.uid} ${stored.resourceVersion}`
    if (known?.version !== version) known = { version, desired: desiredOf(stored) }
    return known.desired
  }
}
