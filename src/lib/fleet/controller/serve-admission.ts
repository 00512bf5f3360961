import type { Node } from '../../api/node.ts'
import { bursts, followingInto } from '../../cluster/follow.ts'
import type { StoredDocument } from '../../documents/stored-document.ts'
import { BackOff } from '../../loop/back-off.ts'
import type { ServerAddress } from '../../loop/page-server.ts'
import { runTasks } from '../../loop/run-tasks.ts'
import { Failure } from '../../message/failure.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limits } from '../../ports/limits.ts'
import { type KeyPair, servableIn } from '../../webhook/certificates.ts'
import { type ReviewAnswer, type ReviewServer, serveReviews } from '../../webhook/https/serve-reviews.ts'
import type { Webhooks } from '../../webhook/ports/webhook.ts'
import {
  type AdmissionState,
  type AdmissionVerdict,
  type DocumentWrite,
  reviewWrite,
} from '../admission/review-write.ts'
import type { Collections } from '../cluster.ts'
import type { AdmissionMonitor } from './admission-monitor.ts'
import { answerTo, readQuestion } from './admission-question.ts'

export interface AdmissionWorld {
  readonly cluster: {
    readonly webhooks: Pick<Webhooks, 'certificates'>
    readonly collections: Pick<Collections, 'nodes' | 'documents'>
    /** Of the documents that it is asked about. */
    readonly documents: { readonly namespace: string }
  }
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly monitor: Pick<AdmissionMonitor, 'serves' | 'looks' | 'answered' | 'notAnswered' | 'failed'>
}

/** A replica that renews the certificates stores them a moment after this one has started. */
const pauseMs = { withoutCertificate: 2_000, reading: 500, serving: 60_000 }
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
    const all = [followingInto(this.#nodes, nodes), followingInto(this.#documents, documents)]
    for await (const _ of bursts(all, { clock, limits })) this.#isRead = true
  }
}

interface Serving {
  readonly at: ServerAddress
  readonly state: FollowedState
}

async function serve(world: AdmissionWorld, { at, state }: Serving, signal: AbortSignal): Promise<void> {
  const { cluster, clock, random, monitor } = world
  const pauses = new BackOff({ clock, random }, backOff)
  const served = new Served(at, (body) => answer(world, state, body, signal))
  try {
    for (;;) {
      try {
        const stored = await cluster.webhooks.certificates({ signal })
        const serving = stored && servableIn(stored.certificates)
        if (serving !== undefined && (await served.use(serving))) monitor.serves(served.address!)
        monitor.looks(served.address !== undefined && state.now === undefined)
        pauses.reset()
        await clock.sleep(pauseAfter(served, state), signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Failure) || error.reason === 'AddressNotListenedOn') throw error
        monitor.failed('serve', error)
        await pauses.afterFailure(signal)
      }
    }
  } finally {
    await served.close()
  }
}

const pauseAfter = ({ address }: Served, { now }: FollowedState): number =>
  address === undefined ? pauseMs.withoutCertificate : now === undefined ? pauseMs.reading : pauseMs.serving

/** The server, once there is a certificate for it. */
class Served {
  readonly #at: ServerAddress
  readonly #answer: ReviewAnswer
  #server: ReviewServer | undefined
  #used: KeyPair | undefined

  constructor(at: ServerAddress, answer: ReviewAnswer) {
    this.#at = at
    this.#answer = answer
  }

  get address(): ServerAddress | undefined {
    return this.#server?.address
  }

  /** Whether it serves since then, and did not before. */
  async use(pair: KeyPair): Promise<boolean> {
    const isNew = this.#server === undefined
    if (this.#server === undefined) this.#server = await serveReviews(pair, this.#at, this.#answer)
    else if (pair.cert !== this.#used?.cert || pair.key !== this.#used.key) this.#server.use(pair)
    this.#used = pair
    return isNew
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }
}

/** A document that was stored just before may make the difference. */
const secondLookMs = 1_000

async function answer(
  { cluster, clock, monitor }: AdmissionWorld,
  state: FollowedState,
  body: unknown,
  signal: AbortSignal,
): Promise<number | object> {
  const question = readQuestion(body, cluster.documents.namespace)
  if (question === undefined) return 400
  const { write, isDryRun } = question
  if (write === undefined) return answerTo(question, { refusal: undefined, warnings: [] })
  try {
    let verdict = await verdictOn(write, state)
    if (verdict?.refusal !== undefined && !isDryRun) {
      await clock.sleep(secondLookMs, signal)
      verdict = await verdictOn(write, state)
    }
    if (!isDryRun) monitor.answered(write.document, verdict)
    return verdict === undefined ? 503 : answerTo(question, verdict)
  } catch (error) {
    signal.throwIfAborted()
    monitor.notAnswered(write.document, error)
    return 500
  }
}

/** undefined: the cluster is being read. */
const verdictOn = async (write: DocumentWrite, { now }: FollowedState): Promise<AdmissionVerdict | undefined> =>
  now && reviewWrite(write, now)
