import type { Writers } from '../../documents/stored-document.ts'
import { configMap, writersText } from '../../documents/stored-document.ts'
import type { Target } from '../../documents/target.ts'
import { targetFlag } from '../../documents/target.ts'
import type { TargetFact } from '../../documents/target-messages.ts'
import type { Risk } from '../../kubelet/changes/disruption.ts'
import { guards } from '../../kubelet/changes/guarded-fields.ts'
import type { Figure } from '../../kubelet/changes/impact/impact.ts'
import { podsText, shortFigure } from '../../kubelet/changes/impact/impact-text.ts'
import { placeIn, refusalLines } from '../../kubelet/check/finding-text.ts'
import type { DocumentRefused } from '../../kubelet/check/kubelet-messages.ts'
import type { Fact, FileSubject, Subject } from '../../message/fact.ts'
import type { Said } from '../../message/failure.ts'
import { type FactOf, message } from '../../message/message.ts'
import { namesIn } from '../../message/names-in.ts'
import { document } from '../../names.ts'
import { likelyConfigText } from '../../offline/read/file-messages.ts'
import type { LikelyConfig } from '../../yaml/read/likely-config.ts'
import { type DocumentFact, keptHint } from '../change/document-messages.ts'

/** Why the target of a file is not known. */
type NoTargetFact =
  | FactOf<typeof NoTarget>
  | FactOf<typeof FileNameWithoutTarget>
  | FactOf<typeof ConfigMapWithoutTarget>
  | FactOf<typeof ConfigMapInOtherNamespace>
  | FactOf<typeof ConfigMapWithoutKey>
  | FactOf<typeof DuplicateTarget>
  | FactOf<typeof FileAmbiguous>

/** Why files cannot be pushed, and warnings and notes of a push. */
/** What a push says of a document, or of the push. */
export type PushNote = DocumentFact | PushFact

export type PushFact =
  | NoTargetFact
  | FactOf<typeof PushRefused>
  | FactOf<typeof NothingToPush>
  | FactOf<typeof TargetsLeftOut>
  | FactOf<typeof FlagsNotPushed>
  | FactOf<typeof PushesRefused>
  | FactOf<typeof DocumentTooLarge>
  | FactOf<typeof Immutable>
  | FactOf<typeof PartOfFile>
  | FactOf<typeof FirstDocumentMayBeHeld>
  | FactOf<typeof FirstDocumentMayBeRefused>
  | FactOf<typeof FirstDocumentUnseen>
  | FactOf<typeof PodsNotVisible>
  | FactOf<typeof NoPodWouldEnd>
  | FactOf<typeof LeftToAgent>
  | FactOf<typeof PodsMayEnd>
  | FactOf<typeof NodesNotRegistered>
  | FactOf<typeof NodesWithoutAgent>
  | FactOf<typeof NodesHaveOptedOut>
  | FactOf<typeof NoNodeGetsIt>
  | FactOf<typeof MessageNotKept>
  | FactOf<typeof AgentsRefuse>
  | FactOf<typeof OverwritesEdit>
  | FactOf<typeof GlobalNotPushed>
  | FactOf<typeof PushStopped>

export const NoTarget = message('NoTarget', ({ subject }: { subject: FileSubject }) => ({
  said: `${subject.name}: no target given`,
  hints: [`add --global or --node NAME, or name a ConfigMap ${document.globalName} or NODE${document.nodeSuffix}`],
}))

export const FileNameWithoutTarget = message(
  'FileNameWithoutTarget',
  ({ subject, because }: { subject: FileSubject; because: TargetFact }) => ({
    said: `${subject.name}: cannot determine the target from the file name`,
    because,
    hints: [fileNames],
  }),
)

/** `configMap` is its name; undefined when it has none. */
export const ConfigMapWithoutTarget = message(
  'ConfigMapWithoutTarget',
  ({
    subject,
    configMap: name,
    because,
  }: {
    subject: FileSubject
    configMap: string | undefined
    because?: TargetFact | undefined
  }) => ({
    said: `${placeIn(subject.name, subject)}: cannot determine the target of ${name === undefined ? 'a ConfigMap without a name' : `configmap/${name}`}`,
    because,
    hints: [
      `name it ${document.globalName} or NODE${document.nodeSuffix}, or give only this file, with --global or --node NAME`,
    ],
  }),
)

export const ConfigMapInOtherNamespace = message(
  'ConfigMapInOtherNamespace',
  ({
    subject,
    configMap: name,
    namespace,
    wanted,
  }: {
    subject: FileSubject
    configMap: string
    namespace: string
    /** The namespace of the documents. */
    wanted: string
  }) => ({
    said: `${placeIn(subject.name, subject)}: configmap/${name} is in namespace ${namespace}, but documents are stored in namespace ${wanted}`,
    hints: [`use -n ${namespace}, or correct its namespace`],
  }),
)

/** It has a document under a key other than that of documents. */
export const ConfigMapWithoutKey = message(
  'ConfigMapWithoutKey',
  ({ subject, configMap: name }: { subject: FileSubject; configMap: string }) => ({
    said: `${placeIn(subject.name, subject)}: configmap/${name} has its document under a key other than '${document.key}'`,
    hints: [`rename the key to '${document.key}'`],
  }),
)

/** Two documents for one target; the subject is its ConfigMap. */
export const DuplicateTarget = message(
  'DuplicateTarget',
  ({ subject, files }: { subject: Subject; files: readonly FileSubject[] }) => ({
    said: `several documents for ${configMap(subject)}: ${files.map((file) => placeIn(file.name, file)).join(', ')}`,
    hints: ['remove all but one of them'],
  }),
)

/** A file of a folder that may have a KubeletConfiguration. */
export const FileAmbiguous = message(
  'FileAmbiguous',
  ({ subject, likelyConfig }: { subject: FileSubject; likelyConfig: LikelyConfig }) => ({
    said: `${placeIn(subject.name, subject)}: ${likelyConfigText(likelyConfig)}`,
    hints: [
      `${'broken' in likelyConfig ? 'correct it' : 'add apiVersion and kind'}, or move the file out of the folder`,
    ],
  }),
)

export const PushRefused = message('PushRefused', ({ because }: { because: DocumentRefused }) => ({
  said: refusalLines(because),
  hints: [hintFor(because)],
}))

/** None of the files has a KubeletConfiguration. */
export const NothingToPush = message(
  'NothingToPush',
  ({ files }: { files: number }) => `no KubeletConfiguration found in ${files} ${files === 1 ? 'file' : 'files'}`,
)

/** The others are pushed. */
export const TargetsLeftOut = message('TargetsLeftOut', ({ problems }: { problems: readonly (Fact | Said)[] }) =>
  problems.length === 1
    ? { said: 'left out', because: problems[0] }
    : {
        said: `left out: ${problems.length} targets`,
        below: problems,
        hints: ['kubeletcfg history shows revisions'],
      },
)

/** Flags beside a document with which no kubelet starts, as the warnings before it say. */
export const FlagsNotPushed = message(
  'FlagsNotPushed',
  ({ subject }: { subject: FileSubject }) =>
    `${subject.name}: flags are not pushed, so these do not stop a push; a kubelet that kubeadm starts with them exits`,
)

/** What is not done with any of the files. */
export type NotDone = 'compared' | 'printed'

/** All problems of several documents. `notDone`: undefined for a push. */
export const PushesRefused = message(
  'PushesRefused',
  ({
    problems,
    notDone = 'pushed',
  }: {
    problems: readonly (Fact | Said)[]
    notDone?: NotDone | 'pushed' | undefined
  }) =>
    problems.length === 1
      ? { said: `nothing was ${notDone}`, because: problems[0], hints: hintsFor(problems) }
      : {
          said: `nothing was ${notDone}: ${problems.length} problems`,
          below: problems,
          hints: hintsFor(problems, 'correct them and try again'),
        },
)

export const DocumentTooLarge = message(
  'DocumentTooLarge',
  ({ bytes, limit }: { subject: Subject; bytes: number; limit: number }) =>
    `the document is too large: a ConfigMap holds ${limit} bytes, and this would be ${bytes}`,
)

export const Immutable = message('Immutable', ({ subject, target }: { subject: Subject; target: Target }) => ({
  said: `${configMap(subject)} is immutable`,
  hints: [`delete it first, then push: kubeletcfg delete ${targetFlag(target)}`],
}))

/** Only part of the file is pushed: the document in a ConfigMap, or the document that begins at this place. */
export const PartOfFile = message(
  'PartOfFile',
  ({ subject, part }: { subject: DocumentRefused['subject']; part: 'config-map' | 'document' }) =>
    part === 'config-map'
      ? `${subject.name}: only the text in its ConfigMap is pushed`
      : `${subject.name}:${subject.line}:${subject.column}: only the KubeletConfiguration that begins here is pushed`,
)

/** What these kubelets run with differs from their first document in fields that may end pods of these nodes. */
export const FirstDocumentMayBeHeld = message(
  'FirstDocumentMayBeHeld',
  ({
    nodes,
    fields,
    risks,
  }: {
    nodes: readonly string[]
    /** `ifInFile`: kubelets report the value of their runtime, so it may differ from that of the node's own file, or not. */
    fields: readonly { readonly path: string; readonly ifInFile: boolean }[]
    risks: readonly Risk[]
  }) =>
    `the agents of ${namesIn(nodes)} may hold their first document, because pods may end: their kubelets run with other values of ${namesIn(fields.map(fieldText))}; drain a node where that happens: its agent then makes the change by itself; then uncordon the node; to accept that pods end, push with ${risks.map((risk) => `--accept-risk=${risk}`).join(' ')}`,
)

/** The kubelets of these nodes run with safer values of fields that agents guard, from a file or by flags, which win. */
export const FirstDocumentMayBeRefused = message(
  'FirstDocumentMayBeRefused',
  ({ nodes, fields }: { nodes: readonly string[]; fields: readonly string[] }) => ({
    said: `the agents of ${namesIn(nodes)} refuse their first document, unless their nodes allow it or set it by flags: ${fields.map(guardText).join(', ')}`,
    hints: ['set what the nodes run with: kubeletcfg effective NODE; see: kubeletcfg explain FIELD'],
  }),
)

/** What so many of the nodes with an agent run with is not known. `because`: undefined when they were not asked. */
export const FirstDocumentUnseen = message(
  'FirstDocumentUnseen',
  ({ unseen, nodes, because }: { unseen: number; nodes: number; because: Fact | Said | undefined }) => ({
    said: `what ${unseen} of ${nodes} kubelets run with now was not seen: agents compare their first document with it, and may hold it`,
    because,
  }),
)

/** The pods of nodes may not be read, so what a change would end was not looked at. */
export const PodsNotVisible = message('PodsNotVisible', ({ because }: { because: Fact | Said }) => ({
  said: 'pods are not visible, so what the change would end was not looked at',
  because,
}))

/** On the node, as far as the API shows it: so many pods run there. */
export const NoPodWouldEnd = message(
  'NoPodWouldEnd',
  ({ subject, pods, figures }: { subject: Subject; pods: number; figures: readonly Figure[] }) =>
    `node/${subject.name}: ${[podsText(pods), ...figures.map(shortFigure)].join(', ')}: none would end`,
)

/** The API does not show what a change would end there: the agent of the node decides. */
export const LeftToAgent = message('LeftToAgent', ({ subject, because }: { subject: Subject; because: Fact }) => ({
  said: `node/${subject.name}: the API does not show everything, so its agent decides`,
  because,
}))

export const PodsMayEnd = message('PodsMayEnd', ({ subject, because }: { subject: Subject; because: Fact }) => ({
  said: `node/${subject.name}`,
  because,
}))

/** There are no Nodes of these names, which were typed, and no documents: probably by mistake. */
export const NodesNotRegistered = message('NodesNotRegistered', ({ nodes }: { nodes: readonly string[] }) => ({
  said: `${nodes.length === 1 ? `node/${nodes[0]} does not exist` : `these nodes do not exist: ${namesIn(nodes)}`}, so no kubelet would get the document`,
  hints: ['kubectl get nodes lists the nodes; for a node that joins later, add --allow-unknown-node'],
}))

/** Nobody applies the document to these nodes, of so many that would get it. */
export const NodesWithoutAgent = message(
  'NodesWithoutAgent',
  ({ nodes, of }: { nodes: readonly string[]; of: number }) =>
    `no agent reports of ${shareOf(nodes, of).replace(/^all /, 'any of the ')}, so nothing applies the document there: ${namesIn(nodes)}`,
)

export const NodesHaveOptedOut = message(
  'NodesHaveOptedOut',
  ({ nodes, of }: { nodes: readonly string[]; of: number }) =>
    `${shareOf(nodes, of)} ${nodes.length === 1 ? 'has' : 'have'} opted out, and ${nodes.length === 1 ? 'does' : 'do'} not apply the document: ${namesIn(nodes)}`,
)

export const NoNodeGetsIt = message(
  'NoNodeGetsIt',
  ({ subject }: { subject: Subject }) => `no node gets ${configMap(subject)}`,
)

export const MessageNotKept = message(
  'MessageNotKept',
  ({ subject }: { subject: Subject }) => `${configMap(subject)} is unchanged, so the message is not stored`,
)

/** A change for the worse of fields that agents guard. */
export const AgentsRefuse = message(
  'AgentsRefuse',
  ({ subject, fields }: { subject: Subject; fields: readonly string[] }) => ({
    said: `agents refuse ${configMap(subject)} unless their nodes allow it: ${fields.map(guardText).join(', ')}`,
    hints: ['see: kubeletcfg explain FIELD'],
  }),
)

export const OverwritesEdit = message(
  'OverwritesEdit',
  ({ subject, ...writers }: Writers & { subject: Subject }) =>
    `${configMap(subject)} was edited by hand, and this push overwrites the edit: ${writersText(writers)}`,
)

/** The global document was not pushed, because documents of these nodes were not. */
export const GlobalNotPushed = message(
  'GlobalNotPushed',
  ({ subject, nodes }: { subject: Subject; nodes: readonly string[] }) => ({
    said: `${configMap(subject)} was not pushed, because the documents of these nodes were not: ${namesIn(nodes)}`,
    hints: ['a node without its own document would get the global one; resolve the failures, then push again'],
  }),
)

/** The API server no longer answers, so these ConfigMaps were not written. */
export const PushStopped = message('PushStopped', ({ configMaps }: { configMaps: readonly string[] }) => ({
  said: `${configMaps.length === 1 ? `configmap/${configMaps[0]} was` : `${configMaps.length} documents were`} not pushed, because the API server no longer answers`,
  hints: ['push again: documents that are already stored are not written again'],
}))

const fileNames = 'rename it to global.yaml or NODE.yaml, or give only this file, with --global or --node NAME'

const guardText = (field: string): string => `${field} (${guards[field]?.why})`

const fieldText = ({ path, ifInFile }: { readonly path: string; readonly ifInFile: boolean }): string =>
  ifInFile ? `${path} (if the own file of the node sets it)` : path

/** `the node`, `3 of 40 nodes`, `all 40 nodes`. */
function shareOf({ length }: readonly string[], of: number): string {
  if (length < of) return `${length} of ${of} nodes`
  return of === 1 ? 'the node' : `all ${of} nodes`
}

/** Not --skip-validation: agents refuse the same. */
/** What only another tool keeps from being pushed needs no correction. */
const hintsFor = (problems: readonly (Fact | Said)[], otherwise?: string): readonly string[] =>
  problems.every(({ reason }) => reason === 'KeptByTool') ? [keptHint] : otherwise === undefined ? [] : [otherwise]

const hintFor = ({ findings }: DocumentRefused): string =>
  findings.every(({ severity }) => severity === 'warning')
    ? 'correct it, add a comment # kubeletcfg:ignore RULE reason, or omit --strict=warnings'
    : 'correct it and try again'
