import { acceptedRisksText } from '../../documents/accepted-risks.ts'
import { skipValidationText } from '../../documents/skip-validation.ts'
import { configMapName } from '../../documents/target.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import { problemsIn, refusalOf } from '../../kubelet/check/problems.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import { agent, document } from '../../names.ts'
import { type Review, review } from '../change/review.ts'
import { assignFiles, type FilesToPush, type PushDocument } from '../push/push-files.ts'
import { NothingToPush, PushRefused } from '../push/push-messages.ts'
import { refusalOfSize } from '../push/refusal-of-size.ts'
import { refuseTogether } from '../push/refuse-together.ts'

export interface ManifestsRequest extends FilesToPush {
  readonly namespace: string
  /** Whose kubelets would get the documents: without a cluster, nobody knows others. */
  readonly release: Release
  readonly acceptedRisks: readonly Risk[]
  /** Refuse documents with warnings. */
  readonly strict: boolean
  /** Rules whose warnings are ignored. */
  readonly ignore: readonly string[]
}

export interface DocumentManifests {
  /** ConfigMaps; the global one last. */
  readonly objects: readonly object[]
  readonly notes: readonly Fact[]
  readonly warnings: readonly Fact[]
}

/**
 * Documents as what stores them, for a Git repository. Without what a push records: it would differ from what the next push of the
 * same document records. Sends no requests. Rejects with Failure 'invalid' with all problems of all files.
 */
export async function documentManifests(request: ManifestsRequest): Promise<DocumentManifests> {
  const { documents, problems, notes, warnings } = await assignFiles(request, request.namespace)
  const reviewed = documents.map((one) => ({ ...one, reviewed: review(one.part.reading, [request.release], request) }))
  const refused = request.skipValidation ? [] : reviewed.flatMap((one) => refusalOfDocument(one, request))
  const tooLarge = reviewed.flatMap(({ targets, body }) => targets.flatMap((target) => refusalOfSize(target, body)))
  refuseTogether([...problems, ...refused, ...tooLarge], 'printed')
  if (documents.length === 0) throw new Failure('invalid', NothingToPush({ files: request.files.length }))
  const objects = reviewed.flatMap((one) =>
    one.targets.map((target) => ({ target, object: objectOf(one, target, request) })),
  )
  return {
    objects: objects
      .toSorted((one, other) => rank(one.target.kind) - rank(other.target.kind))
      .map(({ object }) => object),
    notes,
    warnings: [...warnings, ...reviewed.flatMap(({ at, reviewed }) => problemsIn(fileSubject(at.name), reviewed))],
  }
}

const rank = (kind: 'node' | 'global'): number => (kind === 'global' ? 1 : 0)

interface Reviewed extends PushDocument {
  readonly reviewed: Review
}

function refusalOfDocument({ at, reviewed }: Reviewed, { strict }: ManifestsRequest): readonly Failure[] {
  const because = refusalOf(fileSubject(at.name), reviewed, strict)
  return because === undefined ? [] : [new Failure('invalid', PushRefused({ because }))]
}

function objectOf(
  { body, reviewed: { digest } }: Reviewed,
  target: Reviewed['targets'][number],
  { namespace, skipValidation, acceptedRisks }: ManifestsRequest,
): object {
  const annotations = {
    ...(skipValidation && { [document.annotation.skipValidation]: skipValidationText(body) }),
    ...(digest !== undefined &&
      acceptedRisks.length > 0 && { [agent.annotation.acceptedRisks]: acceptedRisksText(digest, acceptedRisks) }),
  }
  const metadata = { name: configMapName(target), namespace }
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations },
    data: { [document.key]: body },
  }
}
