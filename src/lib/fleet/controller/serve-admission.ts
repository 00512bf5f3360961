import type { Node } from '../../api/node.ts'
import { bursts, following } from '../../cluster/follow.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { BackOff } from '../../loop/back-off.ts'
import type { ServerAddress } from '../../loop/page-server.ts'
import { runTasks } from '../../loop/run-tasks.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { type KeyPair, servableIn } from '../../webhook/certificates.ts'
import { type ReviewServer, serveReviews } from '../../webhook/https/serve-reviews.ts'
import type { Webhooks } from '../../webhook/ports/webhook.ts'
import { type AdmissionState, reviewWrite } from '../admission/review-write.ts'
import type { Collections } from '../cluster.ts'
import type { AdmissionMonitor } from './admission-monitor.ts'
import { answerTo, readQuestion } from './admission-review.ts'

export interface AdmissionWorld {
  readonly cluster: {
    readonly webhooks: Pick<Webhooks, 'certificates'>
    readonly collections: Pick<Collections, 'nodes' | 'documents'>
  }
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly monitor: Pick<AdmissionMonitor, 'serves' | 'answered' | 'failed'>
}

/** A replica that renews the certificates stores them a moment after this one has started. */
const pauseMs = { withoutCertificate: 2_000, serving: 60_000 }
const backOff = { firstMs: 1_000, longestMs: 60_000 }

/**
 * Answers API servers that ask whether a document may be stored, until the signal aborts. Each replica does, whoever leads; until it has
 * read the cluster, it answers nothing, and the policy of the webhook decides. Rejects with a Failure when it cannot listen.
 */
export async function serveAdmission(world: AdmissionWorld, at: ServerAddress, signal: AbortSignal): Promise<void> {
  const state = new FollowedState(world)
  const start = (ended: AbortSignal): readonly Promise<void>[] => [
    state.follow({ signal: ended }),
    serve(world, { at, state }, ended),
  ]
  await runTasks(start, signal)
}

/** Nodes and documents, as they are watched. */
class FollowedState {
  readonly #world: AdmissionWorld
  readonly #nodes = new Map<string, Node>()
  readonly #documents = new Map<string, StoredDocument>()
  #isRead = false

  constructor(world: AdmissionWorld) {
    this.#world = world
  }

  /** undefined: the cluster is being read. */
  get now(): AdmissionState | undefined {
    return this.#isRead ? { nodes: this.#nodes, documents: this.#documents } : undefined
  }

  async follow(limits: Limits): Promise<void> {
    const { cluster, clock } = this.#world
    const { nodes, documents } = cluster.collections
    const all = [into(this.#nodes, nodes), into(this.#documents, documents)]
    for await (const _ of bursts(all, { clock, limits })) this.#isRead = true
  }
}

const into = <T>(all: Map<string, T>, collection: Parameters<typeof following<T>>[0]) =>
  following(collection, (change) => {
    if (change.type === 'deleted') all.delete(change.name)
    else all.set(change.name, change.object)
  })

interface Serving {
  readonly at: ServerAddress
  readonly state: FollowedState
}

async function serve(world: AdmissionWorld, { at, state }: Serving, signal: AbortSignal): Promise<void> {
  const { cluster, clock, random, monitor } = world
  const pauses = new BackOff({ clock, random }, backOff)
  let server: ReviewServer | undefined
  let used: KeyPair | undefined
  try {
    for (;;) {
      try {
        const stored = await cluster.webhooks.certificates({ signal })
        const serving = stored && servableIn(stored.certificates)
        if (serving !== undefined && serving.cert !== used?.cert) {
          if (server === undefined) {
            server = await serveReviews(serving, at, answering(state, monitor))
            monitor.serves(server.address)
          } else server.use(serving)
          used = serving
        }
        pauses.reset()
        await clock.sleep(server === undefined ? pauseMs.withoutCertificate : pauseMs.serving, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure) || error.reason === 'AddressNotListenedOn') throw error
        monitor.failed(error)
        await pauses.afterFailure(signal)
      }
    }
  } finally {
    await server?.close()
  }
}

const answering =
  (state: FollowedState, monitor: AdmissionWorld['monitor']) =>
  async (body: unknown): Promise<number | object> => {
    const question = readQuestion(body)
    if (question === undefined) return 400
    const { write } = question
    if (write === undefined) return answerTo(question, { refusal: undefined, warnings: [] })
    const now = state.now
    const verdict = now && (await reviewWrite(write, now))
    monitor.answered(write.document, verdict)
    return verdict === undefined ? 503 : answerTo(question, verdict)
  }
