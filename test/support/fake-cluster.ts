import type { Node } from '../../src/lib/api/node.ts'
import type { Pod } from '../../src/lib/api/pod.ts'
import type { StoredDocument } from '../../src/lib/documents/stored-document.ts'
import { configMapName, type Target } from '../../src/lib/documents/target.ts'
import { Failure } from '../../src/lib/failure.ts'
import { balloon } from '../../src/lib/names.ts'
import type { Clock } from '../../src/lib/ports/clock.ts'
import type { Cluster } from '../../src/lib/ports/cluster.ts'
import type { Documents, DocumentWrite } from '../../src/lib/ports/documents.ts'
import type { DryRun } from '../../src/lib/ports/limits.ts'
import type { Objects } from '../../src/lib/ports/objects.ts'
import { installation } from '../lib/sizing/samples.ts'
import { FakeBalloons } from './fake-balloons.ts'

/** Documents in a Map, with the one promise that matters: compare-and-swap. */
export class FakeDocuments implements Documents {
  readonly namespace = 'kube-system'
  readonly stored = new Map<string, StoredDocument>()
  readonly revisions = new Map<string, number>()
  readonly writes: DocumentWrite[] = []
  #version = 0

  /** As somebody would with kubectl. */
  put(target: Target, body: string | undefined, changes: Partial<StoredDocument> = {}): StoredDocument {
    const name = configMapName(target)
    const document: StoredDocument = {
      ...{
        target,
        namespace: this.namespace,
        name,
        uid: `${name}-uid`,
        resourceVersion: String(++this.#version),
        body,
      },
      ...{ createdAt: '2026-01-01T00:00:00Z', inBinaryData: false, extraKeys: [], extraBytes: 0, immutable: false },
      ...{ stamp: {}, lastWrite: { manager: 'kubectl-edit', at: '2026-01-02T00:00:00Z' }, ...changes },
    }
    this.stored.set(name, document)
    return document
  }
  async read(target: Target): Promise<StoredDocument | undefined> {
    return this.stored.get(configMapName(target))
  }
  async list(): Promise<readonly StoredDocument[]> {
    return [...this.stored.values()]
  }
  async write(write: DocumentWrite, dryRun: DryRun): Promise<StoredDocument> {
    this.#check(configMapName(write.target), write.replaces)
    if (dryRun === 'none') this.writes.push(write)
    return this.put(write.target, write.body, { stamp: write.stamp })
  }
  async remove(document: StoredDocument): Promise<void> {
    this.#check(document.name, document)
    this.stored.delete(document.name)
  }
  async lastRevision(target: Target): Promise<number | undefined> {
    return this.revisions.get(configMapName(target))
  }
  async rememberRevision(target: Target, revision: number): Promise<void> {
    this.revisions.set(configMapName(target), revision)
  }
  async *watch(target: Target): AsyncIterable<StoredDocument | undefined> {
    yield this.read(target)
  }
  #check(name: string, expected: StoredDocument | undefined): void {
    if (this.stored.get(name)?.resourceVersion !== expected?.resourceVersion) throw new Failure('conflict', 'stale')
  }
}

/** A cluster with nodesize installed. */
export class FakeCluster implements Cluster {
  readonly documents = new FakeDocuments()
  readonly balloons = new FakeBalloons()
  nodeList: Node[] = []
  podList: Pod[] = []
  readonly nodes: Cluster['nodes'] = {
    read: async (name) => this.nodeList.find((node) => node.name === name),
    list: async () => this.nodeList,
    pods: async () => [...this.podList, ...(await this.balloons.list())],
  }
  readonly objects = {
    read: async () => ({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: balloon.daemonSet, uid: installation.daemonSetUid },
      spec: {
        template: { spec: { priorityClassName: balloon.priorityClass, nodeSelector: installation.nodeSelector } },
      },
    }),
  } as unknown as Objects
  readonly access: Cluster['access'] = {
    whoAmI: async () => 'alice',
    may: async () => true,
    serverVersion: async () => 'v1.36.3',
    serves: async () => true,
  }
}

/** Time that passes only while somebody sleeps, and then at once. */
export class FakeClock implements Clock {
  #now = Date.parse('2026-11-21T12:00:00Z')
  now(): number {
    return this.#now
  }
  monotonic(): number {
    return this.#now
  }
  after(ms: number, run: () => void): () => void {
    const called = new AbortController()
    this.sleep(ms, called.signal).then(run, () => undefined)
    return () => called.abort()
  }
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise((done) => setImmediate(done))
    signal.throwIfAborted()
    this.#now += ms
  }
}
