import type { Node } from '../../api/node.ts'
import { audienceOf, type Documents, inForce } from '../../documents/precedence.ts'
import { skipsValidation, skipValidationText } from '../../documents/skip-validation.ts'
import { KeyInBinaryData, KeyMissing, type StoredDocument } from '../../documents/stored-document.ts'
import { configMapOf, type Target, whyNoDocument } from '../../documents/target.ts'
import { problemsIn, refusalOf } from '../../kubelet/check/problems.ts'
import type { Reading } from '../../kubelet/model/reading.ts'
import { type Fact, fileSubject, nodeSubject } from '../../message/fact.ts'
import { readText } from '../../yaml/read/read.ts'
import { changeForNodes } from '../change/change-for-nodes.ts'
import { NodeNotThere } from '../change/document-messages.ts'
import { inspect } from '../change/inspect.ts'
import { type NodesReview, reviewForNodes } from '../change/review.ts'
import { AgentsRefuse } from '../push/push-messages.ts'
import {
  type AdmissionFact,
  StoredDocumentRefused,
  StoredTargetInvalid,
  StoredTextTooLong,
  StoredWithoutText,
} from './admission-messages.ts'

/** A ConfigMap with the name of a kubelet configuration that somebody writes. */
export interface DocumentWrite {
  readonly document: StoredDocument
  /** What it replaces; undefined: it is new. */
  readonly before: StoredDocument | undefined
}

/** What is known of the cluster. */
export interface AdmissionState {
  /** By name. */
  readonly nodes: ReadonlyMap<string, Node>
  /** Those that are stored. */
  readonly documents: Documents
}

export interface AdmissionVerdict {
  /** undefined: it may be stored. */
  readonly refusal: AdmissionFact | undefined
  readonly warnings: readonly Fact[]
}

/** A usual document has a few KiB. An API server waits for five seconds, and the controller has other things to do. */
const mostBytes = 131_072

/** With so many findings for one kubelet, nobody wants to know what the others say. */
const enoughFindings = 50

/** One kubelet after the other would take too long where nearly each line is wrong. */
function reviewForFew(reading: Reading, nodes: readonly Node[]): NodesReview {
  const first = reviewForNodes(reading, nodes.slice(0, 1))
  return nodes.length < 2 || first.findings.length >= enoughFindings ? first : reviewForNodes(reading, nodes)
}

const allowed: AdmissionVerdict = { refusal: undefined, warnings: [] }

/**
 * Whether a document may be stored, by whomever: what a push of it would refuse, and warn about, as far as that does not depend on what
 * the one who pushes accepts. Agents decide about risks, with what only their nodes know.
 */
export async function reviewWrite(
  { document, before }: DocumentWrite,
  state: AdmissionState,
): Promise<AdmissionVerdict> {
  const { target, body, inBinaryData } = document
  // What is stored stays: labels and annotations of it may be written, and migrations of storage change nothing.
  if (before !== undefined && before.body === body && before.inBinaryData === inBinaryData) return allowed
  const subject = configMapOf(target)
  const flaw = target.kind === 'node' ? whyNoDocument(target.node) : undefined
  if (flaw !== undefined) return refused(StoredTargetInvalid({ subject, because: flaw }))
  if (body === undefined)
    return refused(StoredWithoutText({ subject, because: inBinaryData ? KeyInBinaryData() : KeyMissing() }))
  const isWanted = skipsValidation(document.stamp.skipValidation, body)
  const bytes = Buffer.byteLength(body)
  if (bytes > mostBytes)
    return isWanted
      ? allowed
      : refused(StoredTextTooLong({ subject, bytes, most: mostBytes, annotation: skipValidationText(body) }))
  const nodes = kubeletsFor(target, state)
  const reviewed = reviewForFew(await readText(body), nodes)
  const file = fileSubject(subjectName(document))
  const because = refusalOf(file, reviewed)
  if (because !== undefined && !isWanted)
    return refused(StoredDocumentRefused({ subject, because, annotation: skipValidationText(body) }))
  const now = before ?? inForce(target, state.documents, nodes)
  const { guarded } = changeForNodes({ now: now && (await inspect(now)), nodes, running: new Map(), after: reviewed })
  return {
    refusal: undefined,
    warnings: [
      ...(target.kind === 'node' && nodes.length === 0 ? [NodeNotThere({ subject: nodeSubject(target.node) })] : []),
      ...reviewed.warnings,
      ...problemsIn(file, reviewed),
      ...(guarded.length === 0 ? [] : [AgentsRefuse({ subject, fields: guarded })]),
    ],
  }
}

/** The nodes that get it; of those with the same kubelet, one: a review takes as long for a large cluster as for a small one. */
function kubeletsFor(target: Target, { nodes, documents }: AdmissionState): readonly Node[] {
  const own = target.kind === 'node' ? nodes.get(target.node) : undefined
  const asked = target.kind === 'global' ? [...nodes.values()] : own === undefined ? [] : [own]
  return [...new Map(audienceOf(target, asked, documents).map((node) => [node.kubeletVersion, node])).values()]
}

const subjectName = ({ name }: StoredDocument): string => `configmap/${name}`

const refused = (refusal: AdmissionFact): AdmissionVerdict => ({ refusal, warnings: [] })
