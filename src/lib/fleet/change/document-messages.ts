import { type Keeper, keeperText } from '../../documents/keeper.ts'
import type { KeyInBinaryData, KeyMissing, Writers } from '../../documents/stored-document.ts'
import { configMap, writersText } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import { targetFlag } from '../../documents/target.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import { drainHint } from '../../kubelet/changes/impact/impact-text.ts'
import { firstReason, refusalLines } from '../../kubelet/check/finding-text.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import type { Change } from '../../kubelet/compare/diff.ts'
import { changeLines } from '../../kubelet/compare/field-changes.ts'
import type { Finding } from '../../kubelet/model/finding.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import { messageOf } from '../../message/describe.ts'
import type { Fact, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import type { Line } from '../../message/line.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import type { Phrase } from '../../message/phrase.ts'
import { shellWord } from '../../quoting.ts'

/** Why no kubelet could run on a stored document. */
export type DocumentFlaw = FactOf<typeof KeyMissing> | FactOf<typeof KeyInBinaryData> | FactOf<typeof UnusableDocument>

/** What another client left: by field, as far as a kubelet can decode it. */
type Theirs =
  | { readonly theirs: 'same-text' }
  | { readonly theirs: 'changed'; readonly changes: readonly Change[] }
  | { readonly theirs: 'unusable'; readonly flaw: DocumentFlaw }

export type Verb = 'push' | 'delete'

interface Written {
  /** The ConfigMap. */
  readonly subject: Subject
  readonly verb: Verb
}

/** Why a document cannot be deleted. */
type DeleteFact =
  | FactOf<typeof FallbackRefused>
  | FactOf<typeof FallbackUnusable>
  | FactOf<typeof RiskNotCarried>
  | FactOf<typeof FallbackMayBeHeld>
  | FactOf<typeof RevisionNotRemembered>
  | FactOf<typeof NothingToDelete>

/** The outcome of a write. */
type WriteFact =
  | FactOf<typeof ChangedMeanwhile>
  | FactOf<typeof DeletedMeanwhile>
  | FactOf<typeof NotWritten>
  | FactOf<typeof WriteNotKnown>
  | FactOf<typeof WriteNotConfirmed>
  | FactOf<typeof WrittenWithoutAnswer>

/** What is known of earlier revisions. */
type HistoryFact =
  | FactOf<typeof HistoryNotKept>
  | FactOf<typeof StoredNotInHistory>
  | FactOf<typeof RevisionNotFound>
  | FactOf<typeof RevisionNotComparable>
  | FactOf<typeof NoEarlierRevision>
  | FactOf<typeof RevisionSkipped>

export type DocumentFact =
  | DocumentFlaw
  | DeleteFact
  | WriteFact
  | HistoryFact
  | FactOf<typeof DocumentNotFound>
  | FactOf<typeof NoDocumentSelected>
  | FactOf<typeof DocumentWithoutText>
  | FactOf<typeof EditedByHand>
  | FactOf<typeof NotComparable>
  | FactOf<typeof RunningNotKnown>
  | FactOf<typeof KeptByTool>
  | FactOf<typeof NodeNotThere>
  | FactOf<typeof NodesNotVisible>
  | FactOf<typeof ResetBalloonsFirst>
  | FactOf<typeof BalloonsNotVisible>

/** The findings that stop it: never empty. */
export const UnusableDocument = message(
  'UnusableDocument',
  ({ findings }: { findings: readonly Finding[] }) => firstReason(findings)!,
)

/** Kubelets refuse the document that the nodes would fall back to. */
export const FallbackRefused = message(
  'FallbackRefused',
  ({ subject, because }: { subject: Subject; because: DocumentRefused }) => ({
    said: refusalLines(because),
    hints: [`correct ${configMap(subject)} first; --skip-validation deletes without this check`],
  }),
)

export const FallbackUnusable = message(
  'FallbackUnusable',
  ({ subject, because }: { subject: Subject; because: DocumentFlaw }) => ({
    said: `${configMap(subject)} is unusable, so nodes that fall back to it stay on their current configuration`,
    because,
  }),
)

/** Nothing that remains tells agents of these accepted risks. `remains`: undefined when that is the node's own files. */
export const RiskNotCarried = message(
  'RiskNotCarried',
  ({ subject, risks, remains }: { subject: Subject; risks: readonly Risk[]; remains: Subject | undefined }) => ({
    said: `${configMap(subject)}: a delete cannot accept ${risks.join(', ')}: ${remains === undefined ? 'what remains are the files of the nodes, which tell' : `what remains is ${configMap(remains)}, which was pushed without it and tells`} the agents nothing of it`,
    hints: ['omit --accept-risk: where pods would end, the agent holds the change and names them', drainHint],
  }),
)

/** What the nodes fall back to differs from what they run in these fields, and nobody has accepted that. */
export const FallbackMayBeHeld = message(
  'FallbackMayBeHeld',
  ({ subject, nodes, fields }: { subject: Subject; nodes: readonly string[]; fields: readonly string[] }) => ({
    said: `${configMap(subject)}: what ${namesIn(nodes)} fall${nodes.length === 1 ? 's' : ''} back to has other values of ${namesIn(fields)}: where pods would end, the agent holds the change until its node is drained`,
  }),
)

/** The revision is recorded before the document is deleted; recording it failed. */
export const RevisionNotRemembered = message(
  'RevisionNotRemembered',
  ({ subject, because }: { subject: Subject; because: Fact | Said }) => ({
    said: `${configMap(subject)} was not deleted, because its revision could not be recorded`,
    because,
  }),
)

/** Neither the node nor its ConfigMap exists. */
export const NothingToDelete = message(
  'NothingToDelete',
  ({ subject, configMap: name }: { subject: Subject; configMap: string }) => ({
    said: `neither node/${subject.name} nor configmap/${name} exists`,
    hints: [listHint],
  }),
)

export const ChangedMeanwhile = message(
  'ChangedMeanwhile',
  (fact: Written & Writers & Theirs): Phrase => ({
    said: [[`${configMap(fact.subject)} was changed meanwhile: ${writersText(fact)}`], ...theirLines(fact)],
    hints: [
      fact.verb === 'push'
        ? 'nothing was written; compare with kubeletcfg diff, then push again'
        : 'nothing was deleted; check it with kubeletcfg get, then delete again',
    ],
  }),
)

export const DeletedMeanwhile = message('DeletedMeanwhile', ({ subject, verb }: Written) => ({
  said: `${configMap(subject)} was deleted meanwhile`,
  hints: [verb === 'push' ? 'nothing was written; push again to create it' : 'there is nothing left to delete'],
}))

/** The API server refused, with a message that does not name the object. */
export const NotWritten = message('NotWritten', ({ subject, because }: Written & { because: Fact | Said }) => ({
  said: configMap(subject),
  because,
}))

/** There was no answer, and the object could not be read afterwards. */
export const WriteNotKnown = message(
  'WriteNotKnown',
  ({ subject, verb, because }: Written & { because: Fact | Said }) => ({
    said: `it is not known whether ${configMap(subject)} was ${done[verb]}`,
    because,
    hints: [`check with kubeletcfg list; ${again[verb]}`],
  }),
)

/** There was no answer. The write was not done when that was checked, and may still be done. */
export const WriteNotConfirmed = message(
  'WriteNotConfirmed',
  ({ subject, verb, because }: Written & { because: Fact | Said }) => ({
    said: `${configMap(subject)} had not been ${done[verb]} when it was checked, but may still be`,
    because,
    hints: [`check with kubeletcfg list; ${again[verb]}`],
  }),
)

/** There was no answer, but the write was done. */
export const WrittenWithoutAnswer = message(
  'WrittenWithoutAnswer',
  ({ subject, verb, because }: Written & { because: Fact | Said }) => ({
    said: `${configMap(subject)} was ${done[verb]}, although the answer was lost`,
    because,
  }),
)

/** The document is stored, but a rollback to it will not be possible. */
export const HistoryNotKept = message(
  'HistoryNotKept',
  ({ subject, because }: { subject: Subject; because: Fact | Said }) => ({
    said: `${configMap(subject)} is stored, but this revision is not in the history, so there is no rollback to it`,
    because,
  }),
)

/** Another client made or edited it. */
export const StoredNotInHistory = message(
  'StoredNotInHistory',
  ({ subject }: { subject: Subject }) =>
    `what is stored in ${configMap(subject)} is not in the history: another client wrote it`,
)

export const RevisionNotFound = message(
  'RevisionNotFound',
  ({
    subject,
    target,
    revision,
    revisions,
  }: {
    subject: Subject
    target: Target
    revision: number
    /** Those that are kept, the newest first. */
    revisions: readonly number[]
  }) => ({
    said: `revision ${revision} of ${configMap(subject)} not found`,
    hints: [
      revisions.length === 0 ? 'no revision is kept' : `these are kept: ${revisions.join(', ')}`,
      `see kubeletcfg history ${targetFlag(target)}`,
    ],
  }),
)

export const RevisionNotComparable = message(
  'RevisionNotComparable',
  ({ subject, revision, because }: { subject: Subject; revision: number; because: DocumentFlaw }) => ({
    said: `revision ${revision} of ${configMap(subject)} cannot be compared by field`,
    because,
  }),
)

/** `rolledBack`: earlier ones, which nodes have rolled back. */
export const NoEarlierRevision = message(
  'NoEarlierRevision',
  ({ subject, target, rolledBack }: { subject: Subject; target: Target; rolledBack: readonly number[] }) => ({
    said:
      rolledBack.length === 0
        ? `${configMap(subject)} has no earlier revision`
        : `nodes have rolled back every earlier revision of ${configMap(subject)}: ${rolledBack.join(', ')}`,
    hints: [`see kubeletcfg history ${targetFlag(target)}; --to names a revision`],
  }),
)

export const RevisionSkipped = message(
  'RevisionSkipped',
  ({
    subject,
    revision,
    nodes,
  }: {
    subject: Subject
    revision: number
    /** Those that have rolled it back. */
    nodes: readonly string[]
  }) => `revision ${revision} of ${configMap(subject)} is skipped: it was rolled back on ${namesIn(nodes)}`,
)

export const DocumentNotFound = message(
  'DocumentNotFound',
  ({ subject, namespace }: { subject: Subject; namespace: string }) => ({
    said: `${configMap(subject)} not found in namespace ${namespace}`,
    hints: [listHint],
  }),
)

export const NoDocumentSelected = message('NoDocumentSelected', ({ selector }: { selector: string }) => ({
  said: `no node that matches '${selector}' has a document of its own`,
  hints: [`kubeletcfg source -l ${shellWord(selector)} shows what they get`],
}))

export const DocumentWithoutText = message(
  'DocumentWithoutText',
  ({ subject, because }: { subject: Subject; because: DocumentFlaw }) => ({ said: configMap(subject), because }),
)

export const EditedByHand = message(
  'EditedByHand',
  ({ subject, ...writers }: Writers & { subject: Subject }) =>
    `${configMap(subject)} was edited by hand since it was pushed: ${writersText(writers)}`,
)

/** What the nodes get now cannot be compared by field. */
export const NotComparable = message(
  'NotComparable',
  ({ subject, because }: { subject: Subject; because: DocumentFlaw }) => ({
    said: `${configMap(subject)} cannot be compared by field`,
    because,
  }),
)

/** What these nodes run is not known: their change is measured from the stored document. */
export const RunningNotKnown = message(
  'RunningNotKnown',
  ({ subject, nodes }: { subject: Subject; nodes: readonly string[] }) =>
    `what ${nodes.length === 1 ? 'the kubelet of this node runs' : `the kubelets of these ${nodes.length} nodes run`} is not known, so the change is measured from ${configMap(subject)} as it is stored: ${namesIn(nodes)}`,
)

export const keptHint =
  'change the document where it is applied from (kubeletcfg manifests prints what belongs there), or add --force-conflicts'

/** Another tool applies the document, and would store its own again. */
export const KeptByTool = message(
  'KeptByTool',
  ({ subject, keeper, verb }: { subject: Subject; keeper: Keeper; verb: Verb }) => ({
    said: `${configMap(subject)} is applied by ${keeperText(keeper)}, which may ${verb === 'push' ? 'store its own document' : 'create it'} again`,
    hints: [verb === 'push' ? keptHint : 'remove the document where it is applied from'],
  }),
)

/** `file`: the file whose name gives the target. */
export const NodeNotThere = message(
  'NodeNotThere',
  ({ subject, file }: { subject: Subject; file?: string | undefined }) =>
    `node/${subject.name} does not exist${file === undefined ? '' : `; it is the target of ${file}`}`,
)

/** The user may not read nodes; this release is assumed for their kubelets. */
export const NodesNotVisible = message(
  'NodesNotVisible',
  ({ because, assumed }: { because: Fact | Said; assumed: Release }) => ({
    said: `nodes are not visible, so documents are checked for kubelet ${assumed} only`,
    because,
  }),
)

/** Balloons that reserve capacity on nodes whose allocatable will shrink: the names of the nodes, sorted. */
export const ResetBalloonsFirst = message(
  'ResetBalloonsFirst',
  ({ nodes }: { nodes: readonly string[] }) =>
    `the change lowers the allocatable capacity of nodes with a balloon; before their kubelet restarts, run: nodesize reset ${nodes.slice(0, most).join(' ')}${nodes.length > most ? ` (and ${nodes.length - most} more)` : ''}`,
)

export const BalloonsNotVisible = message('BalloonsNotVisible', ({ because }: { because: Fact | Said }) => ({
  said: 'the change lowers the allocatable capacity of nodes, and balloons of nodesize are not visible',
  because,
}))

/** Names in one line. */
const most = 10

const listHint = 'kubeletcfg list shows the documents of the namespace'

const done = { push: 'written', delete: 'deleted' } as const

const again = { push: 'it is safe to push again', delete: 'it is safe to delete again' } as const

function theirLines(fact: Theirs): readonly Line[] {
  if (fact.theirs === 'same-text') return [['  its configuration is unchanged']]
  if (fact.theirs === 'unusable') return [[`  it is unusable now: ${messageOf(fact.flaw)}`]]
  return fact.changes.length === 0 ? [['  its configuration has the same meaning']] : changeLines(fact.changes)
}
