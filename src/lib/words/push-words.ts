import type { PushFact } from '../flows/documents/push-fact.ts'
import type { DocumentRefused } from '../kubelet/check/kubelet-fact.ts'
import { guards } from '../kubelet-changes/guarded-fields.ts'
import { document } from '../names.ts'
import { configMap, writersText } from './config-map-text.ts'
import { suspicionText } from './file-words.ts'
import { placeIn, refusalLines } from './finding-words.ts'
import { podsText, shortFigure } from './impact-words.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { targetFlag } from './target-flag.ts'

const fileNames = 'rename it to global.yaml or NODE.yaml, or push only this file with --global or --node NAME'

/** Why files cannot be pushed, and warnings and notes of a push. */
export const pushWords: Vocabulary<PushFact> = {
  PushRefused: ({ because }) => ({
    said: refusalLines(because),
    hints: [hintFor(because)],
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
  TargetsLeftOut: ({ problems }) =>
    problems.length === 1
      ? { said: 'left out', because: problems[0] }
      : {
          said: `left out: ${problems.length} targets`,
          below: problems,
          hints: ['kubeletcfg history shows revisions'],
        },
  FlagsNotPushed: ({ subject }) =>
    `${subject.name}: flags are not pushed, so these do not stop a push; a kubelet that kubeadm starts with them exits`,
  NoTarget: ({ subject }) => ({
    said: `${subject.name}: no target given`,
    hints: [
      `add --global or --node NAME, or push a ConfigMap named ${document.globalName} or NODE${document.nodeSuffix}`,
    ],
  }),
  FileNameWithoutTarget: ({ subject, because }) => ({
    said: `${subject.name}: cannot determine the target from the file name`,
    because,
    hints: [fileNames],
  }),
  ConfigMapWithoutTarget: ({ subject, configMap: name, because }) => ({
    said: `${placeIn(subject.name, subject)}: cannot determine the target of ${name === undefined ? 'a ConfigMap without a name' : `configmap/${name}`}`,
    because,
    hints: [
      `name it ${document.globalName} or NODE${document.nodeSuffix}, or push only this file with --global or --node NAME`,
    ],
  }),
  ConfigMapInOtherNamespace: ({ subject, configMap: name, namespace, wanted }) => ({
    said: `${placeIn(subject.name, subject)}: configmap/${name} is in namespace ${namespace}, but documents are stored in namespace ${wanted}`,
    hints: [`push it with -n ${namespace}, or correct its namespace`],
  }),
  ConfigMapWithoutKey: ({ subject, configMap: name }) => ({
    said: `${placeIn(subject.name, subject)}: configmap/${name} has its document under a key other than '${document.key}'`,
    hints: [`rename the key to '${document.key}'`],
  }),
  DuplicateTarget: ({ subject, files }) => ({
    said: `several documents for ${configMap(subject)}: ${files.map((file) => placeIn(file.name, file)).join(', ')}`,
    hints: ['remove all but one of them'],
  }),
  FileAmbiguous: ({ subject, suspicion }) => ({
    said: `${placeIn(subject.name, subject)}: ${suspicionText(suspicion)}`,
    hints: [`${'broken' in suspicion ? 'correct it' : 'add apiVersion and kind'}, or move the file out of the folder`],
  }),
  GlobalNotPushed: ({ subject, nodes }) => ({
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
  FirstDocumentMayBeHeld: ({ nodes, fields, risks }) =>
    `the agents of ${namesIn(nodes)} may hold their first document, because pods may end: their kubelets run with other values of ${namesIn(fields.map(fieldText))}; drain a node where that happens: its agent then makes the change by itself; then uncordon the node; to accept that pods end, push with ${risks.map((risk) => `--accept-risk=${risk}`).join(' ')}`,
  FirstDocumentMayBeRefused: ({ nodes, fields }) => ({
    said: `the agents of ${namesIn(nodes)} refuse their first document, unless their nodes allow it or set it by flags: ${fields.map(guardText).join(', ')}`,
    hints: ['set what the nodes run with: kubeletcfg effective NODE; see: kubeletcfg explain FIELD'],
  }),
  FirstDocumentUnseen: ({ unseen, nodes, because }) => ({
    said: `what ${unseen} of ${nodes} kubelets run with now was not seen: agents compare their first document with it, and may hold it`,
    because,
  }),
  PodsNotVisible: ({ because }) => ({
    said: 'pods are not visible, so what the change would end was not looked at',
    because,
  }),
  NoPodWouldEnd: ({ subject, pods, figures }) =>
    `node/${subject.name}: ${[podsText(pods), ...figures.map(shortFigure)].join(', ')}: none would end`,
  LeftToAgent: ({ subject, because }) => ({
    said: `node/${subject.name}: the API does not show everything, so its agent decides`,
    because,
  }),
  PodsMayEnd: ({ subject, because }) => ({ said: `node/${subject.name}`, because }),
  NodesNotRegistered: ({ nodes }) => ({
    said: `${nodes.length === 1 ? `node/${nodes[0]} does not exist` : `these nodes do not exist: ${namesIn(nodes)}`}, so no kubelet would get the document`,
    hints: ['kubectl get nodes lists the nodes; for a node that joins later, add --allow-unknown-node'],
  }),
  NodesWithoutAgent: ({ nodes, of }) =>
    `no agent reports of ${shareOf(nodes, of).replace(/^all /, 'any of the ')}, so nothing applies the document there: ${namesIn(nodes)}`,
  NodesHaveOptedOut: ({ nodes, of }) =>
    `${shareOf(nodes, of)} ${nodes.length === 1 ? 'has' : 'have'} opted out, and ${nodes.length === 1 ? 'does' : 'do'} not apply the document: ${namesIn(nodes)}`,
  NoNodeGetsIt: ({ subject }) => `no node gets ${configMap(subject)}`,
  MessageNotKept: ({ subject }) => `${configMap(subject)} is unchanged, so the message is not stored`,
  AgentsRefuse: ({ subject, fields }) => ({
    said: `agents refuse ${configMap(subject)} unless their nodes allow it: ${fields.map(guardText).join(', ')}`,
    hints: ['see: kubeletcfg explain FIELD'],
  }),
  OverwritesEdit: ({ subject, ...writers }) =>
    `${configMap(subject)} was edited by hand, and this push overwrites the edit: ${writersText(writers)}`,
}

const guardText = (field: string): string => `${field} (${guards[field]?.why})`

const fieldText = ({ path, ifInFile }: { readonly path: string; readonly ifInFile: boolean }): string =>
  ifInFile ? `${path} (if the own file of the node sets it)` : path

/** `the node`, `3 of 40 nodes`, `all 40 nodes`. */
function shareOf({ length }: readonly string[], of: number): string {
  if (length < of) return `${length} of ${of} nodes`
  return of === 1 ? 'the node' : `all ${of} nodes`
}

/** Not --skip-validation: agents refuse the same. */
const hintFor = ({ findings }: DocumentRefused): string =>
  findings.every(({ severity }) => severity === 'warning')
    ? 'correct it, add a comment # kubeletcfg:ignore RULE reason, or omit --strict=warnings'
    : 'correct it and push again'
