import { audiencesOf } from '../../documents/precedence.ts'
import { configMapName } from '../../documents/target.ts'
import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import { problemsIn } from '../../kubelet/check/problems.ts'
import { refusalOf } from '../../kubelet/check/refusal.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { refusalOfRisks } from '../accept-risk.ts'
import { allOf, orThrow, settle, unlessRefused } from '../outcomes.ts'
import { together } from '../read-together.ts'
import { type NodesReview, type Review, reviewForNodes, reviewUnread } from '../review.ts'
import { balloonsInTheWay } from './balloons-in-the-way.ts'
import { oncePerSubject } from './change-for-nodes.ts'
import { firstDocuments } from './first-documents.ts'
import { inspectOnce } from './inspect.ts'
import { observe } from './observe.ts'
import type { PushFact } from './push-fact.ts'
import { type Assigned, assignFiles } from './push-files.ts'
import type { PushPlan, PushRequest, PushStep } from './push-plan.ts'
import { lostMessage, partOf, warningsOn } from './push-remarks.ts'
import { type PushState, planStep } from './push-step.ts'

/**
 * Reads and decides; writes nothing. A dry run prints this plan, a push applies it. Everything is decided for the state
 * after all writes: a document of a node hides a global document of the same plan. Rejects with all problems of all
 * files; when no file is usable, no request is sent.
 */
export async function planPush(cluster: Cluster, request: PushRequest, limits: Limits): Promise<PushPlan> {
  const files = await assignFiles(request.files, cluster.documents.namespace)
  const read = await allOf(files.documents, (document) => readable(document, request))
  const problems = [...files.problems, ...read.problems]
  if (read.values.length === 0) throw refusalOfAll(problems, request)
  const { state, by } = await readState(cluster, read.values, limits).catch((error) => {
    throw isAnswer(error) && problems.length > 0 ? refusalOfAll(problems, request) : error
  })
  const planned = await allOf(read.values, (document) => planDocument(document, state, request))
  const refused = [...problems, ...planned.problems]
  if (refused.length > 0) throw refusalOfAll(refused, request)
  const steps = lastGlobal(planned.values.flatMap((document) => document.steps))
  return {
    steps,
    message: request.message,
    acceptedRisks: request.acceptedRisks,
    by,
    notes: [...files.notes, ...read.values.flatMap(partOf), ...steps.flatMap((step) => lostMessage(request, step))],
    warnings: [
      ...planned.values.flatMap(({ warnings }) => warnings),
      ...oncePerSubject(
        planned.values.flatMap(({ saidBy, steps }) => steps.flatMap((step) => warningsOn(step, saidBy))),
      ),
      ...(await balloonsInTheWay(cluster, steps, limits)),
      ...(await firstDocuments(cluster, wishOf(planned.values, state, request), limits)),
    ],
    refusal: refusalOfRisks(steps, request.acceptedRisks),
  }
}

/** A document with the text to store, byte for byte. */
interface Readable extends Assigned {
  readonly body: string
}

/** Refuses a document that no kubelet can read. */
async function readable(document: Assigned, request: PushRequest): Promise<Readable> {
  const { part } = document
  const body = await part.text()
  if (part.reading.outcome === 'unreadable' || body === undefined)
    guard(document, { ...request, reviewed: reviewUnread(part.reading), body })
  if (body === undefined) throw new Error('a document without text, and without a finding')
  return { ...document, body }
}

interface Judged {
  readonly skipValidation: boolean
  readonly reviewed: Review
  readonly body: string | undefined
}

/** Refuses a document with errors unless validation is skipped. Without a text there is nothing to push. */
function guard({ at }: Assigned, { skipValidation, reviewed, body }: Judged): void {
  const canSkip = body !== undefined
  const because = skipValidation && canSkip ? undefined : refusalOf(fileSubject(at.name), reviewed)
  if (because !== undefined) throw new Failure<PushFact>('invalid', { reason: 'PushRefused', because, canSkip })
}

interface Read {
  readonly state: PushState
  readonly by: PushPlan['by']
}

async function readState(cluster: Cluster, documents: readonly Readable[], limits: Limits): Promise<Read> {
  const targets = documents.flatMap((document) => document.targets)
  const [only] = targets.length === 1 ? targets : []
  const [observed, remembered, recorded, by] = await together([
    observe(cluster, targets, limits),
    cluster.documents.lastRevisions(limits),
    unlessRefused(cluster.history.numbers(only, limits)),
    settle(cluster.access.whoAmI(limits)),
  ])
  const names = new Set([...observed.documents.keys(), ...targets.map(configMapName)])
  const nodes = orThrow(observed.nodes)
  const history = { remembered, recorded: recorded.value ?? new Map<string, readonly number[]>() }
  const audiences = audiencesOf(names, nodes)
  return { state: { ...history, documents: observed.documents, nodes, audiences, inspect: inspectOnce() }, by }
}

interface Planned extends Pick<Assigned, 'saidBy'> {
  readonly steps: readonly PushStep[]
  readonly document: NodesReview['document']
  readonly warnings: PushPlan['warnings']
}

async function planDocument(document: Readable, state: PushState, request: PushRequest): Promise<Planned> {
  const { at, part, targets, saidBy, body } = document
  const nodes = targets.flatMap((target) => state.audiences.get(configMapName(target)) ?? [])
  const reviewed: NodesReview = reviewForNodes(part.reading, nodes)
  guard(document, { ...request, reviewed, body })
  const own = { file: at.name, body, reviewed, acceptedRisks: request.acceptedRisks }
  const steps = await Promise.all(targets.map((target) => planStep(target, own, state)))
  return {
    saidBy,
    steps,
    document: reviewed.document,
    warnings: [...reviewed.warnings, ...problemsIn(fileSubject(at.name), reviewed)],
  }
}

/** The documents that would be written, each with its nodes. */
const wishOf = (
  planned: readonly Planned[],
  { documents, audiences }: PushState,
  { acceptedRisks }: PushRequest,
): Parameters<typeof firstDocuments>[1] => ({
  planned: planned.flatMap(({ document, steps }) =>
    steps
      .filter(({ action }) => action !== 'unchanged')
      .map(({ target }) => ({ target, document, nodes: audiences.get(configMapName(target)) ?? [] })),
  ),
  documents,
  acceptedRisks,
})

/** For one file, its failure as it is. */
function refusalOfAll(problems: readonly Failure[], { files }: PushRequest): Failure {
  const [first, ...others] = problems
  if (first === undefined) return new Failure<PushFact>('invalid', { reason: 'NothingToPush', files: files.length })
  if (files.length === 1 && others.length === 0) return first
  return new Failure<PushFact>('invalid', { reason: 'PushesRefused', problems: problems.map(({ fact }) => fact) })
}

const isAnswer = (error: unknown): boolean => error instanceof Failure && error.code !== 'interrupted'

const lastGlobal = (steps: readonly PushStep[]): readonly PushStep[] => [
  ...steps.filter(({ target }) => target.kind === 'node'),
  ...steps.filter(({ target }) => target.kind === 'global'),
]
