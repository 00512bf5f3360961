import { hash } from 'node:crypto'
import type { ServerFact } from '../../cluster/ports/server-messages.ts'
import { acceptedRisksIn } from '../../documents/accepted-risks.ts'
import { isEdited } from '../../documents/stamp.ts'
import { KeyInBinaryData, KeyMissing, type StoredDocument } from '../../documents/stored-document.ts'
import { globalTarget, nodeTarget, type Target } from '../../documents/target.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import { BackOff } from '../../loop/back-off.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { StoredRollout } from '../../rollouts/ports/rollouts.ts'
import type { RolloutDocument } from '../../rollouts/rollout.ts'
import type { DocumentSource, DocumentVersion } from '../model/config.ts'
import type { Found, FoundDocument, Observation } from '../model/event.ts'
import type { Checkpoints, Slot } from './checkpoints.ts'
import { decodeAny } from './decode-document.ts'
import type { AgentDependencies } from './dependencies.ts'
import { DocumentEmpty } from './loop-messages.ts'

/** The targets whose documents a node reads. The ConfigMap of a node named `global` would be the global one. */
const targetsOf = (node: string): readonly [DocumentSource, Target][] =>
  node === 'global'
    ? [['global', globalTarget]]
    : [
        ['node', nodeTarget(node)],
        ['global', globalTarget],
      ]

/** Follows the documents of the node until the signal aborts. Each text is stored before it is reported. */
export async function followSources(
  dependencies: AgentDependencies,
  { checkpoints, report }: Output,
  signal: AbortSignal,
): Promise<void> {
  const { cluster, node } = dependencies
  const documents = targetsOf(node).map(([source, target]) =>
    follow(dependencies, (found) => report({ kind: 'source', source, found }), {
      watch: (limits) => cluster.documents.watch(target, limits),
      foundIn: (stored) => foundIn(stored, source, checkpoints),
      signal,
    }),
  )
  const rollout = follow(dependencies, (found) => report({ kind: 'source', source: 'rollout', found }), {
    watch: (limits) => cluster.rollouts.watch(limits),
    foundIn: (stored) => rolloutIn(stored, checkpoints),
    mayBeForbidden: true,
    signal,
  })
  await Promise.all([...documents, rollout])
}

/** As the API server has it at this moment. */
export async function readRolloutNow(
  { cluster }: Pick<AgentDependencies, 'cluster'>,
  checkpoints: Checkpoints,
  limits: Limits,
): Promise<Found> {
  try {
    const stored = await cluster.rollouts.read(limits)
    return stored === undefined ? { kind: 'absent' } : await rolloutIn(stored, checkpoints)
  } catch (error) {
    if (error instanceof Failure && error.fact.reason === noRight) return { kind: 'forbidden', because: error.fact }
    throw error
  }
}

interface Output {
  readonly checkpoints: Checkpoints
  readonly report: (what: Observation) => void
}

/** A login that is refused shows nothing about rights. */
const noRight: ServerFact['reason'] = 'AccessDenied'

interface Following<T> {
  readonly watch: (limits: Limits) => AsyncIterable<T | undefined>
  readonly foundIn: (stored: T) => Promise<Found>
  /** Agents of earlier versions, whose rights are still there, could not read it. */
  readonly mayBeForbidden?: boolean
  readonly signal: AbortSignal
}

/** A watch that fails is opened again. What was seen before still counts: that a read fails is not absence. */
async function follow<T>(
  dependencies: AgentDependencies,
  report: (found: Found) => void,
  { watch, foundIn, mayBeForbidden = false, signal }: Following<T>,
): Promise<void> {
  const backOff = new BackOff(dependencies)
  while (!signal.aborted) {
    try {
      for await (const stored of watch({ signal })) {
        backOff.reset()
        report(stored === undefined ? { kind: 'absent' } : await foundIn(stored))
      }
      if (signal.aborted) return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      report({ kind: mayBeForbidden && error.fact.reason === noRight ? 'forbidden' : 'unknown', because: error.fact })
    }
    await backOff.afterFailure(signal)
  }
}

async function foundIn(
  stored: StoredDocument,
  source: DocumentSource,
  checkpoints: Checkpoints,
): Promise<FoundDocument> {
  const { body, inBinaryData } = stored
  const bytes = new TextEncoder().encode(body ?? '')
  const checkpoint = hash('sha256', bytes)
  const about = {
    source,
    checkpoint,
    uid: stored.uid,
    resourceVersion: stored.resourceVersion,
  }
  // What another client wrote is no revision, though the number of the last push is still beside it.
  const versionOf = (meaning: string): DocumentVersion => ({
    ...about,
    digest: meaning,
    revision: isEdited(stored, meaning) ? undefined : stored.stamp.revision,
  })
  const unusable = (because: Fact): FoundDocument => ({
    kind: 'unusable',
    version: versionOf(`bytes:sha256:${checkpoint}`),
    because,
  })
  if (body === undefined) return unusable(inBinaryData ? KeyInBinaryData() : KeyMissing())
  if (body.trim() === '') return unusable(DocumentEmpty())
  await checkpoints.save(source, bytes)
  const document = await decodeAny(bytes)
  const version = versionOf(document === undefined ? `bytes:sha256:${checkpoint}` : digest(document))
  return { kind: 'document', version, acceptedRisks: acceptedRisksIn(stored.stamp.acceptedRisks, version.digest) }
}

async function rolloutIn({ uid, resourceVersion, reading }: StoredRollout, checkpoints: Checkpoints): Promise<Found> {
  const version = { uid, resourceVersion }
  if (reading.kind === 'unreadable') return { kind: 'unreadable', version, because: reading.because }
  const { policy, promoted, progress } = reading.rollout
  if (policy === undefined) return { kind: 'released', version }
  return {
    kind: 'gated',
    version,
    gate: progress?.gate,
    promoted: await documentIn(promoted, { slot: 'promoted', uid, checkpoints }),
    candidate: progress && (await documentIn(progress.candidate, { slot: 'candidate', uid, checkpoints })),
  }
}

interface Rolled {
  readonly slot: Slot
  readonly uid: string
  readonly checkpoints: Checkpoints
}

/** The global document, as a rollout has it. Its version is the number of the document: the object changes with each move of the gate. */
async function documentIn(
  { text, generation, revision, acceptedRisks }: RolloutDocument,
  { slot, uid, checkpoints }: Rolled,
): Promise<FoundDocument> {
  if (text === undefined) return { kind: 'absent', generation }
  const bytes = new TextEncoder().encode(text)
  const checkpoint = hash('sha256', bytes)
  const about = { source: 'global', checkpoint, uid, resourceVersion: String(generation), revision } as const
  const ofBytes = `bytes:sha256:${checkpoint}`
  if (text.trim() === '') return { kind: 'unusable', version: { ...about, digest: ofBytes }, because: DocumentEmpty() }
  await checkpoints.save(slot, bytes)
  const document = await decodeAny(bytes)
  const version = { ...about, digest: document === undefined ? ofBytes : digest(document) }
  return { kind: 'document', version, acceptedRisks: acceptedRisksIn(acceptedRisks, version.digest) }
}
