import { hash } from 'node:crypto'
import { acceptedRisksIn } from '../../documents/accepted-risks.ts'
import { isEdited } from '../../documents/stamp.ts'
import { KeyInBinaryData, KeyMissing, type StoredDocument } from '../../documents/stored-document.ts'
import { globalTarget, nodeTarget, type Target } from '../../documents/target.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import { BackOff } from '../../loop/back-off.ts'
import type { Fact } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { DocumentSource, DocumentVersion } from '../model/config.ts'
import type { Found, Observation } from '../model/event.ts'
import type { Checkpoints } from './checkpoints.ts'
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
  await Promise.all(
    targetsOf(dependencies.node).map(([source, target]) =>
      follow(dependencies, target, (found) => report({ kind: 'source', source, found }), {
        source,
        checkpoints,
        signal,
      }),
    ),
  )
}

interface Output {
  readonly checkpoints: Checkpoints
  readonly report: (what: Observation) => void
}

interface Following {
  readonly checkpoints: Checkpoints
  readonly source: DocumentSource
  readonly signal: AbortSignal
}

/** A watch that fails is opened again. What was seen before still counts: that a read fails is not absence. */
async function follow(
  dependencies: AgentDependencies,
  target: Target,
  report: (found: Found) => void,
  { source, checkpoints, signal }: Following,
): Promise<void> {
  const backOff = new BackOff(dependencies)
  while (!signal.aborted) {
    try {
      for await (const stored of dependencies.cluster.documents.watch(target, { signal })) {
        backOff.reset()
        report(stored === undefined ? { kind: 'absent' } : await foundIn(stored, source, checkpoints))
      }
      if (signal.aborted) return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      report({ kind: 'unknown', because: error.fact })
    }
    await backOff.afterFailure(signal)
  }
}

async function foundIn(stored: StoredDocument, source: DocumentSource, checkpoints: Checkpoints): Promise<Found> {
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
  const unusable = (because: Fact): Found => ({
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
