import type { Risk } from '../../kubelet/changes/disruption.ts'
import { ApiServerSilent } from '../model/agent-messages.ts'
import type { DocumentSource } from '../model/config.ts'
import type { Found, NodeSeen } from '../model/event.ts'

export type Stored = Extract<Found, { kind: 'document' }>

const silent: Found = { kind: 'unknown', because: ApiServerSilent() }
const absent: Found = { kind: 'absent' }

/** What a backup of etcd has. What kubelets report is not part of it: it is newer within seconds. */
export interface Backup {
  readonly stored: ReadonlyMap<DocumentSource, Stored>
  readonly resourceVersion: bigint
  readonly node: NodeSeen
}

/** What the API server has for one node. */
export class SimulatedCluster {
  reachable = true
  /** Requests hang: nothing is answered, and nobody is told that. What hung is not done later. */
  frozen = false
  #stored: ReadonlyMap<DocumentSource, Stored> = new Map()
  #resourceVersion = 100n
  #uid = 0
  #pod = 1
  pods: ReadonlySet<string> = new Set(['pod-1'])
  /** As the kubelet wrote them, by its clock: milliseconds since the epoch; 0: never. */
  heartbeats = { lease: 0, ready: 0 }
  node: NodeSeen = {
    uid: 'node-uid',
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
    return { stored: this.#stored, resourceVersion: this.#resourceVersion, node: this.node }
  }

  restore({ stored, resourceVersion, node }: Backup): void {
    this.#stored = stored
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

  found(source: DocumentSource): Found {
    return this.reachable ? (this.#stored.get(source) ?? absent) : silent
  }

  /** Pods that a kubelet refused are gone for good; their owners make others. */
  endPods(): void {
    this.#pod += 1
    this.pods = new Set([`pod-${this.#pod}`])
  }
}
