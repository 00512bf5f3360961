import type { TargetFact } from '../documents/target-fact.ts'
import type { DocumentFact, DocumentFlaw } from '../flows/documents/document-fact.ts'
import type { PushFact } from '../flows/documents/push-fact.ts'
import { document } from '../names.ts'
import type { Line } from '../tone.ts'
import { configMap, writersText } from './config-map-text.ts'
import { changeLines } from './field-changes.ts'
import { firstReason, refusalLines } from './finding-words.ts'
import { drainHint } from './impact-words.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { targetFlag } from './target-flag.ts'

/** Names in one line. */
const most = 10

const listHint = 'kubeletcfg list shows the documents of the namespace'

export const documentWords: Vocabulary<Exclude<DocumentFact, PushFact> | TargetFact> = {
  ReservedNodeName: ({ subject: { name } }) => ({
    said: `node/${name} cannot have a document: its ConfigMap would be ${document.globalName}`,
    hints: ['use --global for the document of all nodes'],
  }),
  NotANodeName: ({ subject: { name } }) => `'${name}' is not a valid node name`,
  NodeNameTooLong: ({ subject: { name }, length, longest }) => ({
    said: `node/${name} cannot have a document: its name has ${length} characters, and ${longest} is the limit`,
    hints: [
      `a ConfigMap name has at most 253 characters, ${document.nodeSuffix} included; the node gets the global document`,
    ],
  }),

  KeyMissing: () => flawText({ reason: 'KeyMissing' }),
  KeyInBinaryData: () => flawText({ reason: 'KeyInBinaryData' }),
  UnusableDocument: flawText,

  FallbackRefused: ({ subject, because }) => ({
    said: refusalLines(because),
    hints: [`correct ${configMap(subject)} first; --skip-validation deletes without this check`],
  }),
  FallbackUnusable: ({ subject, because }) => ({
    said: `${configMap(subject)} is unusable, so nodes that fall back to it stay on their current configuration`,
    because,
  }),
  RiskNotCarried: ({ subject, risks, remains }) => ({
    said: `${configMap(subject)}: a delete cannot accept ${risks.join(', ')}: ${remains === undefined ? 'what remains are the files of the nodes, which tell' : `what remains is ${configMap(remains)}, which was pushed without it and tells`} the agents nothing of it`,
    hints: ['omit --accept-risk: where pods would end, the agent holds the change and names them', drainHint],
  }),
  FallbackMayBeHeld: ({ subject, nodes, fields }) => ({
    said: `${configMap(subject)}: what ${namesIn(nodes)} fall${nodes.length === 1 ? 's' : ''} back to has other values of ${namesIn(fields)}: where pods would end, the agent holds the change until its node is drained`,
  }),
  RevisionNotRemembered: ({ subject, because }) => ({
    said: `${configMap(subject)} was not deleted, because its revision could not be recorded`,
    because,
  }),
  NothingToDelete: ({ subject, configMap: name }) => ({
    said: `neither node/${subject.name} nor configmap/${name} exists`,
    hints: [listHint],
  }),

  ChangedMeanwhile: (fact) => ({
    said: [[`${configMap(fact.subject)} was changed meanwhile: ${writersText(fact)}`], ...theirLines(fact)],
    hints: [
      fact.verb === 'push'
        ? 'nothing was written; compare with kubeletcfg diff, then push again'
        : 'nothing was deleted; check it with kubeletcfg get, then delete again',
    ],
  }),
  DeletedMeanwhile: ({ subject, verb }) => ({
    said: `${configMap(subject)} was deleted meanwhile`,
    hints: [verb === 'push' ? 'nothing was written; push again to create it' : 'there is nothing left to delete'],
  }),
  NotWritten: ({ subject, because }) => ({ said: configMap(subject), because }),
  WriteNotKnown: ({ subject, verb, because }) => ({
    said: `it is not known whether ${configMap(subject)} was ${done[verb]}`,
    because,
    hints: [`check with kubeletcfg list; ${again[verb]}`],
  }),
  WriteNotConfirmed: ({ subject, verb, because }) => ({
    said: `${configMap(subject)} had not been ${done[verb]} when it was checked, but may still be`,
    because,
    hints: [`check with kubeletcfg list; ${again[verb]}`],
  }),
  WrittenWithoutAnswer: ({ subject, verb, because }) => ({
    said: `${configMap(subject)} was ${done[verb]}, although the answer was lost`,
    because,
  }),

  HistoryNotKept: ({ subject, because }) => ({
    said: `${configMap(subject)} is stored, but this revision is not in the history, so there is no rollback to it`,
    because,
  }),
  StoredNotInHistory: ({ subject }) =>
    `what is stored in ${configMap(subject)} is not in the history: another client wrote it`,
  RevisionNotFound: ({ subject, target, revision, revisions }) => ({
    said: `revision ${revision} of ${configMap(subject)} not found`,
    hints: [
      revisions.length === 0 ? 'no revision is kept' : `these are kept: ${revisions.join(', ')}`,
      `see kubeletcfg history ${targetFlag(target)}`,
    ],
  }),
  RevisionNotComparable: ({ subject, revision, because }) => ({
    said: `revision ${revision} of ${configMap(subject)} cannot be compared by field`,
    because,
  }),
  NoEarlierRevision: ({ subject, target, rolledBack }) => ({
    said:
      rolledBack.length === 0
        ? `${configMap(subject)} has no earlier revision`
        : `nodes have rolled back every earlier revision of ${configMap(subject)}: ${rolledBack.join(', ')}`,
    hints: [`see kubeletcfg history ${targetFlag(target)}; --to names a revision`],
  }),
  RevisionSkipped: ({ subject, revision, nodes }) =>
    `revision ${revision} of ${configMap(subject)} is skipped: it was rolled back on ${namesIn(nodes)}`,

  DocumentNotFound: ({ subject, namespace }) => ({
    said: `${configMap(subject)} not found in namespace ${namespace}`,
    hints: [listHint],
  }),
  DocumentWithoutText: ({ subject, because }) => ({ said: configMap(subject), because }),
  EditedByHand: ({ subject, ...writers }) =>
    `${configMap(subject)} was edited by hand since it was pushed: ${writersText(writers)}`,
  RunningNotKnown: ({ subject, nodes }) =>
    `what ${nodes.length === 1 ? 'the kubelet of this node runs' : `the kubelets of these ${nodes.length} nodes run`} is not known, so the change is measured from ${configMap(subject)} as it is stored: ${namesIn(nodes)}`,
  NotComparable: ({ subject, because }) => ({ said: `${configMap(subject)} cannot be compared by field`, because }),
  NodeNotThere: ({ subject, file }) =>
    `node/${subject.name} does not exist${file === undefined ? '' : `; it is the target of ${file}`}`,
  NodesNotVisible: ({ because, assumed }) => ({
    said: `nodes are not visible, so documents are checked for kubelet ${assumed} only`,
    because,
  }),
  ResetBalloonsFirst: ({ nodes }) =>
    `the change lowers the allocatable capacity of nodes with a balloon; before their kubelet restarts, run: nodesize reset ${nodes.slice(0, most).join(' ')}${nodes.length > most ? ` (and ${nodes.length - most} more)` : ''}`,
  BalloonsNotVisible: ({ because }) => ({
    said: 'the change lowers the allocatable capacity of nodes, and balloons of nodesize are not visible',
    because,
  }),
}

const done = { push: 'written', delete: 'deleted' } as const
const again = { push: 'it is safe to push again', delete: 'it is safe to delete again' } as const

function theirLines(fact: Extract<DocumentFact, { reason: 'ChangedMeanwhile' }>): readonly Line[] {
  if (fact.theirs === 'same-text') return [['  its configuration is unchanged']]
  if (fact.theirs === 'unusable') return [[`  it is unusable now: ${flawText(fact.flaw)}`]]
  return fact.changes.length === 0 ? [['  its configuration has the same meaning']] : changeLines(fact.changes)
}

function flawText(flaw: DocumentFlaw): string {
  if (flaw.reason === 'KeyMissing') return `key ${document.key} is missing`
  if (flaw.reason === 'KeyInBinaryData') return `key ${document.key} is in binaryData, not in data`
  return firstReason(flaw.findings)!
}
