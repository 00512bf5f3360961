/** One request, whoever answers it. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly contentType?: string
  readonly accept?: string
  /** Text and bytes go out as they are, everything else as JSON. */
  readonly body?: unknown
  /** Instead of the administrator. */
  readonly user?: string
}

export interface Reply<T> {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: T
}

export interface Event {
  readonly type: string
  readonly object: Entity
}

/** What every object and every Status has, as far as cases read it. */
export interface Entity {
  readonly kind?: string
  readonly message?: string
  readonly code?: number
  readonly reason?: string
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly resourceVersion: string
    readonly generation?: number
    readonly continue?: string
    readonly deletionTimestamp?: string
    readonly labels?: Readonly<Record<string, string>>
  }
}

/** A watch that is running: its events gather in `events`. */
export interface Watching {
  readonly status: number
  readonly events: readonly Event[]
  readonly ended: () => boolean
  stop(): void
}

/** An API server with nodes behind it: a real one, or one that claims to be like it. */
export interface Side {
  readonly nodes: readonly string[]
  /** How many cases may run at the same time. */
  readonly lanes: number
  request<T = Entity>(call: Call): Promise<Reply<T>>
  watch(path: string, query: Readonly<Record<string, string>>): Promise<Watching>
  /** Tries again until the check does not throw; rejects with its last error when that takes too long. */
  eventually<T>(check: () => Promise<T>): Promise<T>
  /** Lets milliseconds go by, of the time that this side lives in. */
  pass(ms: number): Promise<void>
  stopKubelet(node: string): Promise<void>
  /** Resolves when the kubelet judges changes as if it had never been stopped. */
  startKubelet(node: string): Promise<void>
  close(): Promise<void>
}

/** What a case has of its own: names, nodes and things to undo. */
export interface Belongings {
  /** Unique, and a valid name of every kind. */
  name(): string
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** A node that no other case uses until this one has ended. */
  node(): Promise<string>
  /** Last come, first done. */
  afterwards(task: () => Promise<unknown>): void
}

/** A side as one case sees it: with names of its own, and nothing of it left when the case has ended. */
export type Subject<Of extends Side = Side> = Omit<Of, 'nodes' | 'lanes' | 'close'> & Belongings

/** One thing that our code relies on. */
export interface Case<Of extends Side = Side> {
  /** A sentence. */
  readonly name: string
  /** Takes long in real time: once is enough there. */
  readonly slow?: true
  run(subject: Subject<Of>): Promise<void>
}
