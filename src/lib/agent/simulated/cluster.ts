import type { Risk } from '../../kubelet/changes/disruption.ts'
import { RolloutKeyMissing } from '../../rollouts/rollout-messages.ts'
import { ApiServerSilent } from '../model/agent-messages.ts'
import type { DocumentSource, Source } from '../model/config.ts'
import type { Found, FoundDocument, NodeSeen } from '../model/event.ts'

export type Stored = Extract<Found, { kind: 'document' }>

const silent: Found = { kind: 'unknown', because: ApiServerSilent() }
const absent: Found = { kind: 'absent' }

/** What a rollout says to the one node. */
export interface SimulatedRollout {
  readonly is: 'closed' | 'open' | 'released' | 'unreadable'
  readonly promoted: FoundDocument
  readonly candidate: FoundDocument
  readonly resourceVersion: string
}

/** What a backup of etcd has. What kubelets report is not part of it: it is newer within seconds. */
export interface Backup {
  readonly stored: ReadonlyMap<DocumentSource, Stored>
  readonly rollout: SimulatedRollout | undefined
  readonly resourceVersion: bigint
  readonly node: NodeSeen
}

/** What the API server has for one node. */
export class SimulatedCluster {
  reachable = true
  /** Requests hang: nothing is answered, and nobody is told that. What hung is not done later. */
  frozen = false
  /** News of the rollout do not come; whoever asks gets it as it is. */
  watchLags = false
  #stored: ReadonlyMap<DocumentSource, Stored> = new Map()
  #rollout: SimulatedRollout | undefined
  #found: { readonly rollout: SimulatedRollout | undefined; readonly found: Found } = {
    rollout: undefined,
    found: absent,
  }
  #resourceVersion = 100n
  #uid = 0
  #pod = 1
  pods: ReadonlySet<string> = new Set(['pod-1'])
  /** As the kubelet wrote them, by its clock: milliseconds since the epoch; 0: never. With its status, it writes its boot. */
  readonly heartbeats: { lease: number; ready: number; readyBootId: string | undefined } = {
    lease: 0,
    ready: 0,
    readyBootId: undefined,
  }
  node: NodeSeen = {
    uid: 'node-uid',
    createdAt: '2026-01-01T00:00:00Z',
    rolloutOrder: undefined,
    controlPlane: false,
    allowsGlobal: false,
    optOut: undefined,
    forgetBad: undefined,
    cordoned: false,
    leaving: false,
    drained: false,
    balloonGaveBack: true,
  }

  get answers(): boolean {
    return this.reachable && !this.frozen
  }

  backup(): Backup {
    const { node } = this
    return { stored: this.#stored, rollout: this.#rollout, resourceVersion: this.#resourceVersion, node }
  }

  restore({ stored, rollout, resourceVersion, node }: Backup): void {
    this.#stored = stored
    this.#rollout = rollout
    this.#resourceVersion = resourceVersion
    this.node = node
  }

  /** Stores a document; an existing object keeps its uid. */
  push(
    source: DocumentSource,
    content: { digest: string; checkpoint: string },
    acceptedRisks: readonly Risk[] = [],
  ): void {
    this.#uid += 1
    this.#resourceVersion += 1n
    const uid = this.#stored.get(source)?.version.uid ?? `uid-${this.#uid}`
    const resourceVersion = `${this.#resourceVersion}`
    const version = { source, ...content, uid, resourceVersion, revision: undefined }
    this.#stored = new Map(this.#stored).set(source, { kind: 'document', version, acceptedRisks })
  }

  delete(source: DocumentSource): void {
    this.#stored = new Map([...this.#stored].filter(([one]) => one !== source))
  }

  stored(source: DocumentSource): Stored | undefined {
    return this.#stored.get(source)
  }

  /** Stores a rollout; undefined: it is deleted. */
  rollOut(rollout: Omit<SimulatedRollout, 'resourceVersion'> | undefined): void {
    this.#resourceVersion += 1n
    this.#rollout = rollout && { ...rollout, resourceVersion: `${this.#resourceVersion}` }
  }

  get rollout(): SimulatedRollout | undefined {
    return this.#rollout
  }

  found(source: Source): Found {
    if (!this.reachable) return silent
    if (source !== 'rollout') return this.#stored.get(source) ?? absent
    // What is found is the same object as long as nothing of it changed.
    if (this.#found.rollout !== this.#rollout) this.#found = { rollout: this.#rollout, found: foundIn(this.#rollout) }
    return this.#found.found
  }

  /** Pods that a kubelet refused are gone for good; their owners make others. */
  endPods(): void {
    this.#pod += 1
    this.pods = new Set([`pod-${this.#pod}`])
  }
}

function foundIn(rollout: SimulatedRollout | undefined): Found {
  if (rollout === undefined) return absent
  const { is, promoted, candidate, resourceVersion } = rollout
  const version = { uid: 'uid-rollout', resourceVersion }
  if (is === 'released') return { kind: 'released', version }
  if (is === 'unreadable') return { kind: 'unreadable', version, because: RolloutKeyMissing({ key: 'state' }) }
  const gate = { nodes: is === 'open' ? ['node-a'] : [], upTo: 0, seed: '', since: '2026-01-01T00:00:00Z' }
  return { kind: 'gated', version, gate, promoted, candidate }
}
