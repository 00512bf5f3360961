import type { Writers } from '../documents/stored-document.ts'
import type { TargetFact } from '../documents/target-fact.ts'
import type { Subject } from '../fact.ts'
import type { DocumentFact, DocumentFlaw } from '../flows/documents/document-fact.ts'
import { document } from '../names.ts'
import type { Line } from '../tone.ts'
import { changeLines } from './field-changes.ts'
import { suspicionText } from './file-words.ts'
import { firstReason, placeIn, refusalLines } from './finding-words.ts'
import type { Vocabulary } from './phrase.ts'
import { targetFlag } from './target-flag.ts'

/** As kubectl names it. */
const configMap = ({ name }: Subject): string => `configmap/${name}`

/** Names in one line. */
const most = 10

const namesIn = (names: readonly string[]): string =>
  names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ')

const fileNames = 'rename it to global.yaml or NODE.yaml, or push only this file with --global or --node NAME'

const listHint = 'kubeletcfg list shows the documents of the namespace'

export const documentWords: Vocabulary<DocumentFact | TargetFact> = {
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

  PushRefused: ({ because, canSkip }) => ({
    said: refusalLines(because),
    hints: [canSkip ? 'correct it and push again; --skip-validation pushes it as it is' : 'correct it and push again'],
  }),
  NothingToPush: ({ files }) => `no KubeletConfiguration found in ${files} ${files === 1 ? 'file' : 'files'}`,
  PushesRefused: ({ problems }) =>
    problems.length === 1
      ? { said: 'nothing was pushed', because: problems[0] }
      : {
          said: `nothing was pushed: ${problems.length} problems`,
          below: problems,
          hints: ['correct them and push again'],
        },
  NoTarget: ({ subject }) => ({
    said: `${subject.name}: no target given`,
    hints: [
      `add --global or --node NAME, or push a ConfigMap named ${document.globalName} or NODE${document.nodeSuffix}`,
    ],
  }),
  FileNotNamedByTarget: ({ subject, because }) => ({
    said: `${subject.name}: cannot determine the target from the file name`,
    because,
    hints: [fileNames],
  }),
  ConfigMapOfNoTarget: ({ subject, configMap: name, because }) => ({
    said: `${placeIn(subject.name, subject)}: cannot determine the target of ${name === undefined ? 'a ConfigMap without a name' : `configmap/${name}`}`,
    because,
    hints: [
      `name it ${document.globalName} or NODE${document.nodeSuffix}, or push only this file with --global or --node NAME`,
    ],
  }),
  ConfigMapElsewhere: ({ subject, configMap: name, namespace, wanted }) => ({
    said: `${placeIn(subject.name, subject)}: configmap/${name} is in namespace ${namespace}, but documents are stored in namespace ${wanted}`,
    hints: [`push it with -n ${namespace}, or correct its namespace`],
  }),
  ConfigMapWithoutKey: ({ subject, configMap: name }) => ({
    said: `${placeIn(subject.name, subject)}: configmap/${name} has its document under a key other than '${document.key}'`,
    hints: [`rename the key to '${document.key}'`],
  }),
  TargetTwice: ({ subject, files }) => ({
    said: `several documents for ${configMap(subject)}: ${files.map((file) => placeIn(file.name, file)).join(', ')}`,
    hints: ['remove all but one of them'],
  }),
  FileUnclear: ({ subject, suspicion }) => ({
    said: `${placeIn(subject.name, subject)}: ${suspicionText(suspicion)}`,
    hints: [`${'broken' in suspicion ? 'correct it' : 'add apiVersion and kind'}, or move the file out of the folder`],
  }),
  GlobalHeldBack: ({ subject, nodes }) => ({
    said: `${configMap(subject)} was not pushed, because the documents of these nodes were not: ${namesIn(nodes)}`,
    hints: ['a node without its own document would get the global one; resolve the failures, then push again'],
  }),
  PushStopped: ({ configMaps }) => ({
    said: `${configMaps.length === 1 ? `configmap/${configMaps[0]} was` : `${configMaps.length} documents were`} not pushed, because the API server no longer answers`,
    hints: ['push again: documents that are already stored are not written again'],
  }),
  DocumentTooLarge: ({ bytes, limit }) =>
    `the document is too large: a ConfigMap holds ${limit} bytes, and this would be ${bytes}`,
  Immutable: ({ subject, target }) => ({
    said: `${configMap(subject)} is immutable`,
    hints: [`delete it first, then push: kubeletcfg delete ${targetFlag(target)}`],
  }),
  PartOfFile: ({ subject, part }) =>
    part === 'config-map'
      ? `${subject.name}: only the text in its ConfigMap is pushed`
      : `${subject.name}:${subject.line}:${subject.column}: only the KubeletConfiguration that begins here is pushed`,
  MessageNotKept: ({ subject }) => `${configMap(subject)} is unchanged, so the message is not stored`,
  OverwritesEdit: ({ subject, ...writers }) =>
    `${configMap(subject)} was edited by hand, and this push overwrites the edit: ${writersText(writers)}`,

  FallbackRefused: ({ subject, because }) => ({
    said: refusalLines(because),
    hints: [`correct ${configMap(subject)} first; --skip-validation deletes without this check`],
  }),
  FallbackUnusable: ({ subject, because }) => ({
    said: `${configMap(subject)} is unusable, so nodes that fall back to it stay on their current configuration`,
    because,
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

  DocumentNotFound: ({ subject, namespace }) => ({
    said: `${configMap(subject)} not found in namespace ${namespace}`,
    hints: [listHint],
  }),
  DocumentWithoutText: ({ subject, because }) => ({ said: configMap(subject), because }),
  EditedByHand: ({ subject, ...writers }) =>
    `${configMap(subject)} was edited by hand since it was pushed: ${writersText(writers)}`,
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

/** `last written by kubectl-edit at 2026-11-22T08:00:00Z, last pushed by jane (revision 3)`. */
function writersText({ lastWrite, lastPush: { by, revision } }: Writers): string {
  const push = by === undefined ? undefined : `by ${by}${revision === undefined ? '' : ` (revision ${revision})`}`
  if (lastWrite === undefined) return push === undefined ? 'by an unknown client' : `last pushed ${push}`
  const at = `at ${lastWrite.at}`
  if (lastWrite.manager === document.fieldManager && push !== undefined) return `pushed ${push} ${at}`
  return `last written by ${lastWrite.manager} ${at}${push === undefined ? '' : `, last pushed ${push}`}`
}

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
