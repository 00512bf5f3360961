import { type Rest, restOver } from '../../src/lib/cluster/http/rest.ts'
import { ServerTime } from '../../src/lib/cluster/http/server-time.ts'
import type { Call, Outgoing, Reply, Transport } from '../../src/lib/cluster/http/transport.ts'
import { usualTiming, type WatchTiming } from '../../src/lib/cluster/watch/timing.ts'
import type { OpenCluster } from '../../src/lib/connect/cluster.ts'
import { clusterOver } from '../../src/lib/connect/connect.ts'
import { defaultNamespace } from '../../src/lib/names.ts'
import type { Clock } from '../../src/lib/ports/clock.ts'
import { createSandbox, type Etcd } from '../../src/sandbox/create.ts'
import type { Sandbox, SandboxOptions } from '../../src/sandbox/interface/cluster.ts'
import { defaults } from '../../src/sandbox/interface/defaults.ts'
import type { ApiReply, User } from '../../src/sandbox/interface/request.ts'
import { StreamBody } from './in-process-body.ts'
import { answered, type Headers, type Message, requestOf } from './in-process-messages.ts'
import { RoundTrips } from './round-trips.ts'
import { VirtualTime } from './virtual-time.ts'

/** Something that goes wrong with one request. */
export type Mishap =
  /** It is done, and the connection breaks before the answer. */
  | { readonly kind: 'lose-answer' }
  /** It is done, and nothing ever comes back. */
  | { readonly kind: 'silence' }
  /** The connection breaks before it arrives. */
  | { readonly kind: 'drop' }
  /** Nobody listens. */
  | { readonly kind: 'refuse' }
  /** It arrives so many milliseconds later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Somebody else answers. */
  | { readonly kind: 'answer'; readonly status: number; readonly body?: unknown; readonly headers?: Headers }

export interface InProcessOptions extends Partial<SandboxOptions> {
  readonly namespace?: string
  readonly user?: User
  readonly requestTimeoutMs?: number
  /** Of each request, there and back; 2 without it. */
  readonly roundTripMs?: number
  readonly timing?: Partial<WatchTiming>
  /** How far the clock of the clients is ahead of the server's. */
  readonly aheadMs?: number
  readonly onWarning?: (headers: readonly string[]) => void
}

interface Who {
  readonly namespace?: string | undefined
  /** Without it, whoever the options name. */
  readonly user?: User | undefined
  /** How far the clock of this client is ahead of that of the others. */
  readonly aheadMs?: number
  /** Of the process that connects; that of the cluster without it. */
  readonly clock?: Clock
  /** What is between this process and the cluster. */
  readonly through?: (transport: Transport) => Transport
}

export interface Counts {
  readonly requests: number
  /** Requests that were sent while no other was open: what a far server makes us wait for. A watch counts once it is opened. */
  readonly rounds: number
  /** The same with what connections take: two more (TCP and TLS) for each round in which one is opened. */
  readonly roundTrips: number
}

const admin: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] }
const start = Date.UTC(2026, 10, 21)

/**
 * A Cluster over a simulated one in this very process: the shipped client from the ports down to its requests, without a
 * network, in virtual time. Time passes only while everybody waits, and then at once.
 */
export class InProcess implements Disposable {
  readonly sandbox: Sandbox & Etcd
  readonly clock: VirtualTime
  readonly rest: Rest
  readonly cluster: OpenCluster
  /** Of each request, in the order in which they were sent. */
  readonly sent: Call[] = []
  /** Asked for each request before it is sent. */
  mishap: (call: Call, index: number) => Mishap | undefined = () => undefined
  /** Told of each request when the cluster has answered it, whether or not the answer arrives. */
  onAnswer: (call: Call, status: number) => void = () => undefined

  readonly #options: InProcessOptions
  readonly #streams = new Set<StreamBody>()
  readonly #waits = new RoundTrips()

  constructor(options: InProcessOptions = {}) {
    this.#options = options
    this.sandbox = createSandbox({ ...defaults, now: start, ...options })
    this.clock = new VirtualTime(this.sandbox, options.aheadMs)
    this.rest = this.#restAs(options.user)
    this.cluster = this.#clusterOver(this.rest, options.namespace)
  }

  /** The ports over a connection of its own, perhaps in another namespace or as somebody else. */
  connect({ namespace = this.#options.namespace, user = this.#options.user, ...process }: Who = {}): OpenCluster {
    return this.#clusterOver(this.#restAs(user, process), namespace)
  }

  #clusterOver(rest: Rest, namespace = defaultNamespace): OpenCluster {
    return clusterOver(rest, { namespace, timing: { ...usualTiming, random: () => 0.5, ...this.#options.timing } })
  }

  /** What somebody else with every right asks beside us: at once, uncounted, and past every mishap. Throws when it is refused. */
  asAdmin<T>(call: Message): T {
    const reply = this.sandbox.handle(requestOf(call, admin))
    if (reply.kind === 'watch' || reply.status >= 300) throw new Error(`${call.path}: ${JSON.stringify(reply)}`)
    return JSON.parse(JSON.stringify(reply.body)) as T
  }

  counts(): Counts {
    const { rounds, roundTrips } = this.#waits
    return { requests: this.sent.length, rounds, roundTrips }
  }

  /** What some work takes, without connections from before. */
  async count(work: () => Promise<unknown>): Promise<Counts> {
    this.#waits.forgetConnections()
    const before = this.counts()
    await work()
    const after = this.counts()
    return {
      requests: after.requests - before.requests,
      rounds: after.rounds - before.rounds,
      roundTrips: after.roundTrips - before.roundTrips,
    }
  }

  /** Breaks every watch that is open. */
  breakWatches(): void {
    for (const stream of this.#streams) stream.break()
  }

  [Symbol.dispose](): void {
    this.breakWatches()
    this.clock.stop()
  }

  #restAs(
    user = admin,
    { clock: given = this.clock, aheadMs = 0, through = (transport) => transport }: Who = {},
  ): Rest {
    const { requestTimeoutMs = 30_000, onWarning: warn = () => {} } = this.#options
    const clock = aheadOf(given, aheadMs)
    const line = {
      transport: through(this.#transport(user)),
      clock,
      time: new ServerTime(clock),
      warn,
      backoff: { firstMs: 200, longestMs: 5000 },
      random: () => 0.5,
      maxBytes: 2 ** 27,
    }
    return restOver(line, requestTimeoutMs)
  }

  #transport(user: User): Transport {
    return {
      server: 'https://sandbox.invalid',
      proxy: undefined,
      close: () => {},
      credentials: { identity: async () => ({}), loginMs: (ms) => ms, forget: () => {} },
      send: async (outgoing, signal) => {
        signal.throwIfAborted()
        this.#waits.begin()
        try {
          const reply = await this.#exchange({ ...outgoing, user }, signal)
          if (!(reply.body instanceof StreamBody)) this.#waits.keep()
          return reply
        } finally {
          this.#waits.end()
        }
      },
    }
  }

  async #exchange({ call, user }: Outgoing & { user: User }, signal: AbortSignal): Promise<Reply> {
    const mishap = this.mishap(call, this.sent.push(call) - 1)
    const oneWayMs = (this.#options.roundTripMs ?? 2) / 2
    await this.clock.sleep(oneWayMs + (mishap?.kind === 'delay' ? mishap.ms : 0), signal)
    if (mishap?.kind === 'refuse') throw broken('ECONNREFUSED')
    if (mishap?.kind === 'drop') throw broken('ECONNRESET')
    const reply: ApiReply =
      mishap?.kind === 'answer' ? { body: {}, ...mishap } : this.sandbox.handle(requestOf(call, user))
    this.onAnswer(call, reply.kind === 'watch' ? 200 : reply.status)
    if (mishap?.kind === 'silence') await untilAborted(signal)
    await this.clock.sleep(oneWayMs, signal)
    if (mishap?.kind === 'lose-answer') throw broken('ECONNRESET')
    return reply.kind === 'watch'
      ? this.#stream(reply, signal)
      : answered({ ...reply, headers: { ...this.#date(), ...reply.headers } })
  }

  /** As an HTTP server adds it. */
  #date(): Headers {
    return { date: new Date(this.sandbox.now()).toUTCString() }
  }

  #stream(reply: ApiReply & { kind: 'watch' }, signal: AbortSignal): Reply {
    const body = new StreamBody(reply, this.clock)
    this.#streams.add(body)
    signal.addEventListener('abort', () => body.break(), { once: true })
    return { status: 200, headers: { 'content-type': ['application/json'] }, body, cancel: () => body.break() }
  }
}

/** The same time, by a clock that shows another one. */
export const aheadOf = (clock: Clock, ms: number): Clock => ({
  now: () => clock.now() + ms,
  monotonic: () => clock.monotonic(),
  sleep: (sleepMs, signal) => clock.sleep(sleepMs, signal),
  after: (afterMs, run) => clock.after(afterMs, run),
})

const broken = (code: string): Error => Object.assign(new Error(code), { code })

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
