import type { Target } from './config/target.ts'
import type { Node, Pod } from './sizing/objects.ts'

/**
 * What the flows ask of the outside world, by noun. lib/kube implements these on an API server, test/support imitates
 * them, and both answer to the same contract tests.
 *
 * Promises that hold for every method: it settles within its deadline and soon after its signal aborts (it then rejects
 * with Failure 'interrupted', or ends, if it is an iterable); absence (404) is `undefined`; every other refusal is a
 * Failure and never "absent": 409 'conflict', 401/403 'refused', 400/413/422 'invalid', no answer, 429 and 5xx 'unreachable', a
 * deadline 'unreachable' too, and 'timeout' when what was asked may have been done all the same.
 */
export interface Limits {
  readonly signal: AbortSignal
  /** Milliseconds this call may take in all, retries included; without it, each request and each page has the connection's timeout. */
  readonly timeoutMs?: number
}

export type DryRun = 'none' | 'server'

/** What a user may ask for; `client` never gets as far as a port. */
export type DryRunMode = DryRun | 'client'

/** Who wrote an object last and when, as its managedFields tell. */
export interface LastWrite {
  readonly manager: string
  /** RFC 3339. */
  readonly at: string
}

/** What a push leaves beside the bytes; all undefined when somebody else made the ConfigMap. */
export interface Stamp {
  readonly digest?: string
  readonly revision?: number
  readonly by?: string
  /** RFC 3339. */
  readonly at?: string
  readonly message?: string
}

/** A ConfigMap that bears the name of a kubelet configuration, whatever it holds. */
export interface StoredDocument {
  readonly target: Target
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  /** RFC 3339. */
  readonly createdAt: string
  /** The value of key `kubelet`; undefined when data has no such key. */
  readonly body: string | undefined
  /** True when key `kubelet` is in binaryData instead of data. */
  readonly inBinaryData: boolean
  /** Keys of data and binaryData other than `kubelet`, sorted. */
  readonly extraKeys: readonly string[]
  /** Bytes of all values of data and binaryData other than `kubelet`. */
  readonly extraBytes: number
  readonly immutable: boolean
  readonly stamp: Stamp
  readonly lastWrite: LastWrite | undefined
}

export interface DocumentWrite {
  readonly target: Target
  readonly body: string
  readonly stamp: Stamp
  /** What was read before: the write succeeds only if it still stands. undefined: nothing was there, create it. */
  readonly replaces: StoredDocument | undefined
}

export interface Documents {
  readonly namespace: string
  read(target: Target, limits: Limits): Promise<StoredDocument | undefined>
  /** Every document of the namespace, by name; read in pages. */
  list(limits: Limits): Promise<readonly StoredDocument[]>
  /** Compare-and-swap: rejects with Failure 'conflict' when `replaces` is stale. Keeps foreign keys, labels and annotations. */
  write(write: DocumentWrite, dryRun: DryRun, limits: Limits): Promise<StoredDocument>
  /** Compare-and-swap: deletes exactly the object that was read (uid and resourceVersion), else Failure 'conflict'. */
  remove(document: StoredDocument, dryRun: DryRun, limits: Limits): Promise<void>
  /** The last revision of a deleted document; undefined when none is remembered. */
  lastRevision(target: Target, limits: Limits): Promise<number | undefined>
  /** Never lowers what is remembered. */
  rememberRevision(target: Target, revision: number, dryRun: DryRun, limits: Limits): Promise<void>
  /**
   * The state of one target: first what is there now, then each change of it. A watch is a hint: it relists on 410, on
   * a broken connection and every few minutes, and yields the state again. Ends when the signal aborts.
   */
  watch(target: Target, limits: Limits): AsyncIterable<StoredDocument | undefined>
}

export interface NodeQuery {
  readonly labelSelector?: string
}

export interface Nodes {
  read(name: string, limits: Limits): Promise<Node | undefined>
  /** In pages; by name. */
  list(query: NodeQuery, limits: Limits): Promise<readonly Node[]>
  /** Pods bound to this node, or to any node, that are neither Succeeded nor Failed; in pages. */
  pods(node: string | undefined, limits: Limits): Promise<readonly Pod[]>
}

/** Exact text for one balloon's requests, as the API server would store it. */
export interface Requests {
  readonly cpu: string
  readonly memory: string
}

export interface Resize {
  readonly pod: Pod
  /** What was read: the patch holds only while the balloon still asks for exactly this text. */
  readonly from: Requests
  readonly to: Requests
}

export interface Balloons {
  readonly namespace: string
  /** Compare-and-swap on uid and both requests: Failure 'conflict' when they changed. */
  resize(resize: Resize, dryRun: DryRun, limits: Limits): Promise<Pod>
  read(name: string, limits: Limits): Promise<Pod | undefined>
  /** Every pod of the namespace that bears the label of a balloon, bound or not; in pages. */
  list(limits: Limits): Promise<readonly Pod[]>
  /**
   * The pod as it is now, then each change of it, `undefined` when it is gone. Heals itself as Documents.watch does.
   * Ends when the signal aborts.
   */
  watch(name: string, limits: Limits): AsyncIterable<Pod | undefined>
}

/** Any object, as JSON. */
export interface ObjectBody {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly [field: string]: unknown
}

/** The few objects that `nodesize install` makes and removes. */
export interface Objects {
  read(object: ObjectBody, limits: Limits): Promise<ObjectBody | undefined>
  /** Server-side apply with our field manager; the server's answer. */
  apply(object: ObjectBody, dryRun: DryRun, limits: Limits): Promise<ObjectBody>
  /** Deletes this very object (uid) and, in the background, what it owns. Absent already: fine. */
  remove(object: ObjectBody, dryRun: DryRun, limits: Limits): Promise<void>
  /** Every object of a kind, in one namespace or in all; in pages. */
  list(kind: ObjectKind, limits: Limits): Promise<readonly ObjectBody[]>
}

/** A kind of objects, in a namespace or in none. */
export interface ObjectKind {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string | undefined
}

/** Who we are, what we may do, and what the server can do. */
export interface Access {
  /** SelfSubjectReview: the user name the server knows us by. */
  whoAmI(limits: Limits): Promise<string>
  /** SelfSubjectAccessReview. */
  may(verb: string, kind: ObjectKind, limits: Limits): Promise<boolean>
  /** gitVersion of the server, such as v1.36.3. */
  serverVersion(limits: Limits): Promise<string>
  /** Does discovery of the core group list this resource, for example `pods/resize`? */
  serves(coreResource: string, limits: Limits): Promise<boolean>
}

export interface Cluster {
  readonly documents: Documents
  readonly nodes: Nodes
  readonly balloons: Balloons
  readonly objects: Objects
  readonly access: Access
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Settles after so many milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Talk for people, on stderr. */
export interface Progress {
  /** Something that may take a while has begun; shown only if it takes longer than a second. */
  doing(what: string): void
  /** What was being done is over; takes its line away. */
  done(): void
  /** Shown at once, and stays. */
  note(text: string): void
  warning(text: string): void
}
